-- A reversal takes back all that cleared under its ARN, whose parts may have been posted to several
-- transactions. Its line says the first of them, and the ledger what it took of the others since: out of
-- suspense, where the first had left it.
create view further_share as
select line.id as record_id, entry.transaction_id, entry.business_date as on_date,
       sum(entry.amount_minor)::bigint as minor
  from settlement_line line
  join ledger_row entry
    on entry.subject = line.id
   and entry.event = 'suspense_identified'
   and entry.transaction_id <> coalesce(line.identified_transaction_id, line.transaction_id)
   and '2100' in (entry.debit_account, entry.credit_account)
 where line.record_type = 'reversal'
 group by line.id, entry.transaction_id, entry.business_date;
