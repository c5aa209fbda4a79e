-- Totals of days of cards, from the rows. A day that is as it was issued gets no new version.
with pair as (
    select card_id, day, id_floor(day::timestamp at time zone 'UTC') as first_id,
           id_floor((day + 1)::timestamp at time zone 'UTC') as end_id
      from night_dirty
     where night_id = :night
       and (card_id, day) > (:afterCard, :afterDay)
       and (card_id, day) <= (:lastCard, :lastDay)
), fresh as (
    select pair.day,
           card.id as card_id,
           card.account_id,
           card.program_id,
           card.currency,
           count(*) filter (where own.authorized) as authorized_count,
           coalesce(sum(own.authorized_minor) filter (where own.authorized), 0) + grown.minor as authorized_minor,
           count(*) filter (where own.status = 'declined') as declined_count,
           count(*) filter (where own.reversed_minor > 0) as reversed_count,
           coalesce(sum(own.reversed_minor), 0) as reversed_minor,
           count(*) filter (where own.expired_minor > 0) as expired_count,
           coalesce(sum(own.expired_minor), 0) as expired_minor,
           count(*) filter (where own.authorized and own.type = 'cash_withdrawal') as cash_count,
           coalesce(sum(own.authorized_minor) filter (where own.authorized and own.type = 'cash_withdrawal'), 0)
             as cash_minor,
           count(*) filter (where own.origin = 'force_post') as force_posted_count,
           coalesce(sum(own.cleared_minor) filter (where own.origin = 'force_post'), 0) as force_posted_minor,
           counted.minor as counted_minor
      from pair
      join card on card.id = pair.card_id
      left join lateral (
               select transaction.*,
                      transaction.status <> 'declined'
                        and transaction.type <> 'refund'
                        and transaction.origin <> 'force_post' as authorized,
                      greatest(transaction.answered_minor,
                               case when transaction.answered_minor = 0
                                    then transaction.requested_minor
                                    else 0 end) as authorized_minor
                 from transaction
                where transaction.card_id = pair.card_id
                  and transaction.id >= pair.first_id
                  and transaction.id < pair.end_id) own on true
      cross join lateral (
               select coalesce(sum(increment.amount_minor), 0) as minor
                 from increment
                where increment.card_id = pair.card_id
                  and increment.created_at >= pair.day::timestamp at time zone 'UTC'
                  and increment.created_at < (pair.day + 1)::timestamp at time zone 'UTC') grown
      cross join lateral (
               select coalesce(sum(spend.amount_minor), 0) as minor
                 from spend
                where spend.card_id = pair.card_id
                  and spend.transaction_id >=
                      case when exists (select 1 from increment where increment.card_id = pair.card_id)
                           then id_floor((pair.day - 120)::timestamp at time zone 'UTC')
                           else pair.first_id end
                  and spend.transaction_id < pair.end_id
                  and spend.created_at >= pair.day::timestamp at time zone 'UTC'
                  and spend.created_at < (pair.day + 1)::timestamp at time zone 'UTC') counted
     group by pair.day, card.id, grown.minor, counted.minor
), reasons as (
    select day, card_id, jsonb_object_agg(decline_reason, times) as declined_reasons
      from (select pair.day, pair.card_id, transaction.decline_reason, count(*) as times
              from pair
              join transaction
                on transaction.card_id = pair.card_id
               and transaction.id >= pair.first_id
               and transaction.id < pair.end_id
             where transaction.status = 'declined'
             group by 1, 2, 3) declined
     group by day, card_id
)
insert into activity_total (mode, day, card_id, version, business_date, account_id, program_id,
                            currency, authorized_count, authorized_minor, declined_count,
                            declined_reasons, reversed_count, reversed_minor, expired_count,
                            expired_minor, cash_count, cash_minor, force_posted_count,
                            force_posted_minor, counted_minor)
select :mode, fresh.day, fresh.card_id, coalesce(latest.version, 0) + 1, :businessDate,
       fresh.account_id, fresh.program_id, fresh.currency, fresh.authorized_count,
       fresh.authorized_minor, fresh.declined_count, coalesce(reasons.declined_reasons, '{}'),
       fresh.reversed_count, fresh.reversed_minor, fresh.expired_count, fresh.expired_minor,
       fresh.cash_count, fresh.cash_minor, fresh.force_posted_count, fresh.force_posted_minor,
       fresh.counted_minor
  from fresh
  left join reasons
    on reasons.day = fresh.day
   and reasons.card_id = fresh.card_id
  left join lateral (
           select *
             from activity_total issued
            where issued.mode = :mode
              and issued.day = fresh.day
              and issued.card_id = fresh.card_id
            order by issued.version desc
            limit 1) latest on true
 where (latest.authorized_count, latest.authorized_minor, latest.declined_reasons,
        latest.reversed_count, latest.reversed_minor, latest.expired_count, latest.expired_minor,
        latest.cash_count, latest.cash_minor, latest.force_posted_count, latest.force_posted_minor,
        latest.counted_minor)
       is distinct from
       (fresh.authorized_count, fresh.authorized_minor, coalesce(reasons.declined_reasons, '{}'),
        fresh.reversed_count, fresh.reversed_minor, fresh.expired_count, fresh.expired_minor,
        fresh.cash_count, fresh.cash_minor, fresh.force_posted_count, fresh.force_posted_minor,
        fresh.counted_minor)
