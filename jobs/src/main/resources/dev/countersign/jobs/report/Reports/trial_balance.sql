select account,
       currency,
       sum(debit_minor) as "debit@currency",
       sum(credit_minor) as "credit@currency",
       sum(debit_minor - credit_minor) as "balance@currency"
  from ledger_day
 where mode = :mode
   and business_date <= :businessDate
 group by account, currency
 order by account, currency
