select line.id as "clearing_id#clr_",
       line.business_date as suspended_on,
       :businessDate - line.business_date as age_days,
       line.network,
       line.arn,
       line.record_type,
       case when line.direction = 'debit' then line.settlement_minor else -line.settlement_minor end
         as "amount@currency",
       line.settlement_currency as currency,
       line.break_type
  from settlement_line line
 where line.mode = :mode
   and line.business_date <= :businessDate
   and line.outcome = 'suspended'
   and not exists (select 1
                     from clearing
                     join ledger_entry on ledger_entry.subject = clearing.identity
                    where clearing.id = line.id
                      and ledger_entry.event in ('suspense_written_off', 'suspense_identified')
                      and ledger_entry.business_date <= :businessDate)
 order by line.id
