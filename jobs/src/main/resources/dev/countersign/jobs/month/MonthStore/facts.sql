-- What is known of a month that is to be closed: each column is a condition or what it follows from.
select (select max(business_date)
          from night
         where mode = :mode
           and state = 'completed'
           and closes) as last_complete,
       (select min(business_date)
          from night
         where mode = :mode) as books_began,
       (select count(*)
          from open_break
         where mode = :mode
           and severity in ('critical', 'high')
           and resolution is null
           -- A night of the next month finds breaks about cycles and value dates of this one.
           and least(origin_date,
                     (detail ->> 'settlement_date')::date,
                     (detail ->> 'value_date')::date) <= :last) as unexplained,
       exists (select 1
                 from issued_report
                where mode = :mode
                  and name = 'suspense'
                  and business_date >= :last) as suspense_listed,
       array(select cycle.settlement_date || ' ' || cycle.currency
                     from (select settlement_date, currency
                             from cycle_part
                            where mode = :mode
                              and settlement_date between :first and :last
                           union
                           select settlement_date, currency
                             from network_total
                            where mode = :mode
                              and settlement_date between :first and :last
                           union
                           select value_date, currency
                             from bank_day
                            where mode = :mode
                              and value_date between :first and :last
                              and state = 'differs') cycle
                     left join bank_day day
                       on day.mode = :mode
                      and day.value_date = cycle.settlement_date
                      and day.currency = cycle.currency
                    where day.state is distinct from 'agrees'
                    order by cycle.settlement_date, cycle.currency) as unmatched,
       (not exists (select 1
                      from ledger_day
                     where mode = :mode
                       and account in ('1900', '1901')
                       and business_date <= :last)
        or exists (select 1
                     from fx_revaluation
                    where mode = :mode
                      and month = :first)) as revalued
