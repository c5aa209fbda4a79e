-- What the date posted of each cycle, and cycles that the network told of on it although we have
-- nothing of them.
with posted as (
    select network, institution as institution_id, service, settlement_date, cycle,
           settlement_currency as currency,
           count(*) filter (where record_type = 'clearing') as purchase_count,
           coalesce(sum(settlement_minor) filter (where record_type = 'clearing'), 0) as purchase_minor,
           count(*) filter (where record_type = 'atm') as cash_count,
           coalesce(sum(settlement_minor) filter (where record_type = 'atm'), 0) as cash_minor,
           count(*) filter (where record_type = 'refund') as refund_count,
           coalesce(sum(settlement_minor) filter (where record_type = 'refund'), 0) as refund_minor,
           count(*) filter (where record_type = 'reversal') as reversal_count,
           coalesce(sum(net_minor) filter (where record_type = 'reversal'), 0) as reversal_minor,
           count(*) filter (where record_type = 'correction') as correction_count,
           coalesce(sum(net_minor) filter (where record_type = 'correction'), 0) as correction_minor,
           count(*) filter (where record_type = 'chargeback') as chargeback_count,
           coalesce(sum(-net_minor) filter (where record_type = 'chargeback'), 0) as chargeback_minor,
           count(*) filter (where record_type = 'representment') as representment_count,
           coalesce(sum(net_minor) filter (where record_type = 'representment'), 0)
             as representment_minor,
           count(*) filter (where record_type = 'arbitration') as arbitration_count,
           coalesce(sum(net_minor) filter (where record_type = 'arbitration'), 0) as arbitration_minor,
           coalesce(sum(net_minor) filter (where record_type <> 'fee'), 0) as gross_minor,
           sum(same_interchange_minor) as interchange_minor,
           coalesce(sum(net_minor) filter (where record_type = 'fee'), 0) as fees_minor
      from settlement_entry
     where mode = :mode
       and business_date = :businessDate
     group by 1, 2, 3, 4, 5, 6
), day as (
    select *
      from posted
    union all
    select network, institution, service, settlement_date, cycle, currency,
           0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from (select distinct network, institution, service, settlement_date, cycle, currency
              from network_total
             where mode = :mode
               and business_date = :businessDate) stated
     where not exists (select
                         from posted
                        where (posted.settlement_date, posted.network, posted.institution_id,
                               posted.service, posted.cycle, posted.currency)
                              = (stated.settlement_date, stated.network, stated.institution, stated.service,
                                 stated.cycle, stated.currency))
)
select day.network,
       day.institution_id,
       day.service,
       day.settlement_date,
       day.cycle,
       day.currency,
       day.purchase_count,
       day.purchase_minor as "purchases@currency",
       day.cash_count,
       day.cash_minor as "cash@currency",
       day.refund_count,
       day.refund_minor as "refunds@currency",
       day.reversal_count,
       day.reversal_minor as "reversals@currency",
       day.correction_count,
       day.correction_minor as "corrections@currency",
       day.chargeback_count,
       day.chargeback_minor as "chargebacks@currency",
       day.representment_count,
       day.representment_minor as "representments@currency",
       day.arbitration_count,
       day.arbitration_minor as "arbitrations@currency",
       day.gross_minor as "gross@currency",
       day.interchange_minor as "interchange@currency",
       day.fees_minor as "fees@currency",
       day.gross_minor - day.interchange_minor + day.fees_minor as "net@currency",
       case when day.settlement_date is not null then coalesce(cycle.net_minor, 0) end
         as "cycle_net@currency",
       total.net_minor as "network_net@currency",
       total.net_minor - coalesce(cycle.net_minor, 0) as "difference@currency",
       total.version as network_version,
       case when total.complete then 'yes' else 'no' end as is_complete
  from day
  left join lateral (
           select sum(debit_minor - credit_minor - interchange_minor + fees_minor) as net_minor
             from cycle_part part
            where part.mode = :mode
              and part.business_date <= :businessDate
              and (part.settlement_date, part.network, part.institution, part.service, part.cycle,
                   part.currency)
                  = (day.settlement_date, day.network, day.institution_id, day.service, day.cycle,
                     day.currency)) cycle on true
  left join lateral (
           select version, net_minor, complete
             from network_total newest
            where newest.mode = :mode
              and newest.business_date <= :businessDate
              and (newest.settlement_date, newest.network, newest.institution, newest.service,
                   newest.cycle, newest.currency)
                  = (day.settlement_date, day.network, day.institution_id, day.service, day.cycle,
                     day.currency)
            order by version desc
            limit 1) total on true
 order by day.settlement_date nulls last, day.network, day.institution_id, day.service, day.cycle,
          day.currency
