-- Totals of days of cards, from what their transactions come to. A day that is as it was issued gets
-- no new version.
with pair as materialized (
    select card_id
      from night_dirty
     where night_id = :night
       and day = :day
       and card_id >= :firstCard
       and card_id <= :lastCard
), grown as materialized (
    -- What was added to earlier purchases counts on the day on which it was added. Few cards have any,
    -- and no other is looked at.
    select pair.card_id,
           (select sum(increment.amount_minor)
              from increment
             where increment.card_id = pair.card_id
               and increment.created_at >= cast(:day as date)::timestamp at time zone 'UTC'
               and increment.created_at < (cast(:day as date) + 1)::timestamp at time zone 'UTC') as minor,
           (select sum(spend.amount_minor)
              from spend
             where spend.card_id = pair.card_id
               and spend.transaction_id in (select increment.transaction_id
                                              from increment
                                              join transaction grown
                                                on grown.id = increment.transaction_id
                                               and grown.increments > 0
                                             where increment.card_id = pair.card_id)
               and spend.created_at >= cast(:day as date)::timestamp at time zone 'UTC'
               and spend.created_at < (cast(:day as date) + 1)::timestamp at time zone 'UTC') as counted_minor
      from pair
     where exists (select from increment where increment.card_id = pair.card_id)
), issued as materialized (
    -- What was issued of them last, looked for once for all of them.
    select distinct on (total.card_id) total.*
      from pair
      join activity_total total
        on total.mode = :mode
       and total.day = :day
       and total.card_id = pair.card_id
     order by total.card_id, total.version desc
), fresh as (
    select card.id as card_id,
           card.account_id,
           card.program_id,
           card.currency,
           coalesce(card_day.authorized_count, 0) as authorized_count,
           coalesce(card_day.authorized_minor, 0) + coalesce(grown.minor, 0) as authorized_minor,
           coalesce(card_day.declined_count, 0) as declined_count,
           coalesce(card_day.declined_reasons, '{}') as declined_reasons,
           coalesce(card_day.reversed_count, 0) as reversed_count,
           coalesce(card_day.reversed_minor, 0) as reversed_minor,
           coalesce(card_day.expired_count, 0) as expired_count,
           coalesce(card_day.expired_minor, 0) as expired_minor,
           coalesce(card_day.cash_count, 0) as cash_count,
           coalesce(card_day.cash_minor, 0) as cash_minor,
           coalesce(card_day.force_posted_count, 0) as force_posted_count,
           coalesce(card_day.force_posted_minor, 0) as force_posted_minor,
           coalesce(card_day.counted_minor, 0) + coalesce(grown.counted_minor, 0) as counted_minor
      from pair
      join card on card.id = pair.card_id
      left join card_day on card_day.card_id = pair.card_id
      left join grown on grown.card_id = pair.card_id
)
insert into activity_total (mode, day, card_id, version, business_date, account_id, program_id,
                            currency, authorized_count, authorized_minor, declined_count,
                            declined_reasons, reversed_count, reversed_minor, expired_count,
                            expired_minor, cash_count, cash_minor, force_posted_count,
                            force_posted_minor, counted_minor)
select :mode, :day, fresh.card_id, coalesce(issued.version, 0) + 1, :businessDate,
       fresh.account_id, fresh.program_id, fresh.currency, fresh.authorized_count,
       fresh.authorized_minor, fresh.declined_count, fresh.declined_reasons,
       fresh.reversed_count, fresh.reversed_minor, fresh.expired_count, fresh.expired_minor,
       fresh.cash_count, fresh.cash_minor, fresh.force_posted_count, fresh.force_posted_minor,
       fresh.counted_minor
  from fresh
  left join issued using (card_id)
 where (issued.authorized_count, issued.authorized_minor, issued.declined_reasons,
        issued.reversed_count, issued.reversed_minor, issued.expired_count, issued.expired_minor,
        issued.cash_count, issued.cash_minor, issued.force_posted_count, issued.force_posted_minor,
        issued.counted_minor)
       is distinct from
       (fresh.authorized_count, fresh.authorized_minor, fresh.declined_reasons,
        fresh.reversed_count, fresh.reversed_minor, fresh.expired_count, fresh.expired_minor,
        fresh.cash_count, fresh.cash_minor, fresh.force_posted_count, fresh.force_posted_minor,
        fresh.counted_minor)
