-- The net settlement of the date, line by line, then what the ledger says and what remains: zero.
with part as (
    select record_id, dispute_id, record_type as component, settlement_currency as currency,
           net_minor as minor
      from settlement_entry
     where mode = :mode
       and business_date = :businessDate
    union all
    select record_id, null, 'interchange', interchange_currency, -interchange_minor
      from settlement_entry
     where mode = :mode
       and business_date = :businessDate
       and interchange_minor <> 0
    union all
    select null, case when event not in ('total_difference', 'network_paid') then subject end, event,
           currency, case when credit_account = '2010' then amount_minor else -amount_minor end
      from ledger_entry
     where mode = :mode
       and business_date = :businessDate
       and '2010' in (debit_account, credit_account)
       and event in ('total_difference', 'network_paid', 'chargeback_settled', 'dispute_won',
                     'dispute_lost', 'dispute_reduced', 'dispute_withdrawn')
       and clearing_id is null
), ledger as (
    select currency, sum(credit_minor - debit_minor) as minor
      from ledger_day
     where mode = :mode
       and business_date = :businessDate
       and account = '2010'
     group by currency
), row as (
    select 1 as rank, record_id, dispute_id, component, currency, minor
      from part
    union all
    select 2, null, null, 'net of the lines', currency, sum(minor)
      from part
     group by currency
    union all
    select 3, null, null, 'net of the ledger', currency, minor
      from ledger
    union all
    select 4, null, null, 'remainder', currency,
           coalesce((select sum(minor) from part where part.currency = of.currency), 0)
             - coalesce((select minor from ledger where ledger.currency = of.currency), 0)
      from (select currency from part union select currency from ledger) of
)
select currency,
       component,
       record_id as "record_id#clr_",
       dispute_id as "dispute_id#dsp_",
       minor as "amount@currency",
       rank > 1 as "(total)"
  from row
 order by currency, rank, record_id, dispute_id, component, minor
