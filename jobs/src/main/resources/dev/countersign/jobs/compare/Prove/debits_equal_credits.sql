select 'debits and credits differ by ' || sum(debit_minor - credit_minor) || ' ' || currency
  from ledger_day
 where mode = :mode
 group by currency
having sum(debit_minor) <> sum(credit_minor)
