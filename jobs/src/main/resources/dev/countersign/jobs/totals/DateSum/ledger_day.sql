-- Entries between the same accounts are summed before their sides are told apart.
insert into ledger_day (mode, business_date, account, currency, debit_minor, credit_minor)
select :mode, moved.business_date, side.account, moved.currency, sum(side.debit_minor), sum(side.credit_minor)
  from (select business_date, debit_account, credit_account, currency, sum(amount_minor) as minor
          from ledger_entry
         where mode = :mode
           and business_date between :firstDate and :businessDate
         group by business_date, debit_account, credit_account, currency) moved
  cross join lateral (values (moved.debit_account, moved.minor, 0),
                             (moved.credit_account, 0, moved.minor))
          as side (account, debit_minor, credit_minor)
 group by moved.business_date, side.account, moved.currency
