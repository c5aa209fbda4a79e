-- The cycles that dates have part in, or that the network told of on them: ours beside theirs, as both
-- stand now.
with touched as (
    select business_date, network, institution, service, settlement_date, cycle, currency
      from cycle_part
     where mode = :mode
       and business_date between :first and :last
    union
    select business_date, network, institution, service, settlement_date, cycle, currency
      from network_total
     where mode = :mode
       and business_date between :first and :last
)
select touched.*,
       coalesce(ours.of_date, 0) as of_date,
       coalesce(ours.net_minor, 0) as net_minor,
       total.net_minor as network_minor,
       total.version,
       coalesce(total.complete, false) as complete
  from touched
  left join lateral (
           select sum(net) filter (where part.business_date = touched.business_date) as of_date,
                  sum(net) as net_minor
             from (select business_date,
                          debit_minor - credit_minor - interchange_minor + fees_minor as net
                     from cycle_part
                    where mode = :mode
                      and (settlement_date, network, institution, service, cycle, currency)
                          = (touched.settlement_date, touched.network, touched.institution,
                             touched.service, touched.cycle, touched.currency)) part) ours on true
  left join lateral (
           select net_minor, version, complete
             from network_total newest
            where newest.mode = :mode
              and (newest.settlement_date, newest.network, newest.institution, newest.service,
                   newest.cycle, newest.currency)
                  = (touched.settlement_date, touched.network, touched.institution, touched.service,
                     touched.cycle, touched.currency)
            order by newest.version desc
            limit 1) total on true
 order by touched.business_date, touched.settlement_date, touched.network, touched.institution,
          touched.service, touched.cycle, touched.currency
