-- The records of the date in one currency, in the order of their settlement cycles; each cycle is an
-- entry of the statement.
select dense_rank() over in_order as entry,
       sum(net) over same_cycle as entry_net,
       case when settlement_date is null
              then concat_ws('-', network, 'no cycle', settlement_currency)
            else concat_ws('-', network, institution, service, to_char(settlement_date, 'YYYY-MM-DD'),
                           cycle, settlement_currency) end as entry_name,
       record_id,
       transaction_id,
       arn,
       record_type,
       net
  from (select id, network, institution, service, settlement_date, cycle, settlement_currency,
               record_id, transaction_id, arn, record_type,
               net_minor::numeric - same_interchange_minor as net
          from settlement_entry
         where mode = :mode
           and business_date = :businessDate
           and settlement_currency = :currency) line
window in_order as (order by settlement_date nulls last, network, institution, service, cycle),
       same_cycle as (partition by settlement_date, network, institution, service, cycle)
 order by entry, id
