-- Cycles that this night has something new about, each with our total and the newest of the network.
with touched as (
    select network, institution, service, settlement_date, cycle, currency
      from cycle_part
     where mode = :mode
       and business_date = :businessDate
    union
    select network, institution, service, settlement_date, cycle, currency
      from network_total
     where mode = :mode
       and business_date = :businessDate
)
select touched.*,
       coalesce(ours.debit_count, 0) as debit_count,
       coalesce(ours.debit_minor, 0) as debit_minor,
       coalesce(ours.credit_count, 0) as credit_count,
       coalesce(ours.credit_minor, 0) as credit_minor,
       coalesce(ours.interchange_minor, 0) as interchange_minor,
       coalesce(ours.fees_minor, 0) as fees_minor,
       coalesce(ours.collected_minor, 0) as collected_minor,
       total.version,
       total.complete,
       total.debit_count as network_debit_count,
       total.debit_minor as network_debit_minor,
       total.credit_count as network_credit_count,
       total.credit_minor as network_credit_minor,
       total.interchange_minor as network_interchange_minor,
       total.fees_minor as network_fees_minor,
       total.net_minor as network_net_minor
  from touched
  left join lateral (
           select sum(debit_count) as debit_count, sum(debit_minor) as debit_minor,
                  sum(credit_count) as credit_count, sum(credit_minor) as credit_minor,
                  sum(interchange_minor) as interchange_minor, sum(fees_minor) as fees_minor,
                  sum(collected_minor) as collected_minor
             from cycle_part part
            where part.mode = :mode
              and (part.settlement_date, part.network, part.institution, part.service, part.cycle,
                   part.currency)
                  = (touched.settlement_date, touched.network, touched.institution, touched.service,
                     touched.cycle, touched.currency)) ours on true
  left join lateral (
           select *
             from network_total newest
            where newest.mode = :mode
              and (newest.settlement_date, newest.network, newest.institution, newest.service,
                   newest.cycle, newest.currency)
                  = (touched.settlement_date, touched.network, touched.institution, touched.service,
                     touched.cycle, touched.currency)
            order by newest.version desc
            limit 1) total on true
 order by touched.settlement_date, touched.network, touched.institution, touched.service,
          touched.cycle, touched.currency
