-- What each date moved of each funding account, beside what the account had before and after it.
insert into funding_day (mode, business_date, funding_id, opening_minor, credited_minor, debited_minor,
                         cleared_minor, refunded_minor, reversed_minor, disputed_minor, other_minor,
                         closing_minor)
select :mode, day.business_date, day.funding_id,
       coalesce(before.closing_minor, 0) + sum(day.minor) over earlier - day.minor,
       day.credited, day.debited, day.cleared, day.refunded, day.reversed, day.disputed, day.other,
       coalesce(before.closing_minor, 0) + sum(day.minor) over earlier
  from (select business_date, funding_id,
               sum(balance_minor) as minor,
               coalesce(sum(balance_minor) filter (where kind = 'credited'), 0) as credited,
               coalesce(sum(balance_minor) filter (where kind = 'debited'), 0) as debited,
               coalesce(sum(balance_minor) filter (where kind = 'cleared'), 0) as cleared,
               coalesce(sum(balance_minor) filter (where kind = 'refunded'), 0) as refunded,
               coalesce(sum(balance_minor) filter (where kind = 'reversed'), 0) as reversed,
               coalesce(sum(balance_minor) filter (where kind = 'disputed'), 0) as disputed,
               coalesce(sum(balance_minor) filter (where kind = 'other'), 0) as other
          from (select business_date, funding_id, balance_minor, funding_kind(event) as kind
                  from funding_movement
                 where mode = :mode
                   and business_date between :firstDate and :businessDate
                   and balance_minor <> 0) movement
         group by business_date, funding_id) day
  left join lateral (
           select closing_minor
             from funding_day
            where funding_id = day.funding_id
              and business_date < :firstDate
            order by business_date desc
            limit 1) before on true
window earlier as (partition by day.funding_id order by day.business_date)
