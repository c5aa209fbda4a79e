-- Months of whose end the position was not valued yet, since accounts 1900 and 1901 first moved. The
-- month of the business date is one when the date is its last, and nothing is posted to it any more.
select cast(month as date) as month
  from generate_series(
           date_trunc('month', (select min(business_date)
                                  from ledger_day
                                 where mode = :mode
                                   and account in ('1900', '1901'))::timestamp),
           cast(:lastEnd as timestamp), interval '1 month') as month
 where month + interval '1 month' <= cast(:lastEnd as timestamp) + interval '1 day'
   and not exists (select
                     from fx_revaluation
                    where mode = :mode
                      and fx_revaluation.month = cast(month.month as date))
 order by 1
