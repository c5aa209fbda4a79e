-- What 1900 and 1901 carried together at the end of a month, as it was valued before: what was booked
-- on a later date for the end of an earlier month belongs to it. Each with the newest rate of the last
-- seven days: none is published on weekends and holidays.
select position.currency, position.minor, known.rate, known.rate_date
  from (select currency, sum(minor) as minor
          from (select currency, debit_minor - credit_minor as minor
                  from ledger_day
                 where mode = :mode
                   and account in ('1900', '1901')
                   and business_date <= :monthEnd
                union all
                select 'EUR', -value_minor
                  from fx_revaluation
                 where mode = :mode
                   and month < :month
                   and (business_date > :monthEnd or business_date = :businessDate)) moved
         group by currency) position
  left join lateral (
           select rate, rate_date
             from fx_rate
            where fx_rate.currency = position.currency
              and rate_date between cast(:monthEnd as date) - 6 and :monthEnd
            order by rate_date desc
            limit 1) known on true
 where position.minor <> 0
    or position.currency = 'EUR'
 order by position.currency
