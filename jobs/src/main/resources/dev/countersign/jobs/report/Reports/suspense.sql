-- What is in suspense at the end of the date, record by record; the sum is the balance of 1310.
with suspended as (
    select subject, currency,
           sum(case when debit_account = '1310' then amount_minor else -amount_minor end) as minor
      from ledger_entry
     where mode = :mode
       and business_date <= :businessDate
       and (debit_account = '1310' or credit_account = '1310')
     group by subject, currency
    having sum(case when debit_account = '1310' then amount_minor else -amount_minor end) <> 0
)
select line.id as "clearing_id#clr_",
       line.business_date as suspended_on,
       :businessDate - line.business_date as age_days,
       line.network,
       line.arn,
       line.record_type,
       suspended.minor as "amount@currency",
       suspended.currency,
       line.break_type
  from suspended
  join settlement_line line on line.id = suspended.subject
 order by line.id
