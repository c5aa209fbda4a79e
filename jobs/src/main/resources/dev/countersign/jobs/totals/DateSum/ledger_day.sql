insert into ledger_day (mode, business_date, account, currency, debit_minor, credit_minor)
select :mode, entry.business_date, side.account, entry.currency, sum(side.debit_minor), sum(side.credit_minor)
  from ledger_entry entry
  cross join lateral (values (entry.debit_account, entry.amount_minor, 0),
                             (entry.credit_account, 0, entry.amount_minor))
          as side (account, debit_minor, credit_minor)
 where entry.mode = :mode
   and entry.business_date between :firstDate and :businessDate
 group by entry.business_date, side.account, entry.currency
