-- What moves on account 2010 is what was posted towards the networks, less what was paid: on the
-- date, and on those before it on which people booked since the night before.
select 'account 2010 moved by ' || coalesce(ledger.minor, 0) || ' ' || currency
       || ', postings less payments are ' || coalesce(due.minor, 0)
  from (select currency, sum(credit_minor - debit_minor) as minor
          from ledger_day
         where mode = :mode
           and business_date between :firstDate and :businessDate
           and account = '2010'
         group by currency) ledger
  full join (select currency, sum(minor) as minor
               from (select currency, debit_minor - credit_minor as minor
                       from posting_total
                      where mode = :mode
                        and business_date between :firstDate and :businessDate
                     union all
                     select currency, -paid_minor
                       from bank_booking
                      where mode = :mode
                        and business_date between :firstDate and :businessDate) part
              group by currency) due using (currency)
 where coalesce(ledger.minor, 0) <> coalesce(due.minor, 0)
