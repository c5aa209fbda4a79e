select subject as record, currency,
       sum(case when debit_account = '1310' then amount_minor
                else -amount_minor end) as balance
  from ledger_entry
 where subject in (:subject, (select id from clearing where identity = :subject))
   and '1310' in (debit_account, credit_account)
 group by subject, currency
having sum(case when debit_account = '1310' then amount_minor
                else -amount_minor end) <> 0
