select 'account 9010 carries ' || coalesce(memo.minor, 0) || ' ' || currency || ', open holds are '
       || coalesce(holds.minor, 0)
  from (select currency, sum(debit_minor - credit_minor) as minor
          from ledger_day
         where mode = :mode
           and account = '9010'
         group by currency) memo
  full join (select currency, sum(held_minor) as minor
               from open_hold
              where mode = :mode
              group by currency) holds using (currency)
 where coalesce(memo.minor, 0) <> coalesce(holds.minor, 0)
