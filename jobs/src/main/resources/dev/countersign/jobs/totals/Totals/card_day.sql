-- What the transactions of a day come to, card by card, for the totals and for the check against the
-- messages: in one statement, so that a message that comes meanwhile is in all of it or in nothing.
-- What was decided after the cut is the next night's, which totals the day again. The cut is an
-- array, the first partition first.
-- For the check: whether one look at the whole is enough, and of those that are not held as they were
-- answered how many they are, what of them cleared, and what the hashes of transaction and amount
-- come to.
create temporary table card_day on commit drop as
with pair as materialized (
    select card_id
      from night_card_day
     where night_id = :night
       and day = :day
       and card_id >= :firstCard
       and card_id <= :lastCard
), own as materialized (
    -- Read once, one after the other, since most cards have some; and summed by reason first, so that
    -- nothing but the sums of a card is kept of them.
    select card_id,
           sum(authorized_count) as authorized_count,
           sum(authorized_minor) as authorized_minor,
           sum(declined_count) as declined_count,
           jsonb_object_agg(decline_reason, declined_count) filter (where declined_count > 0)
             as declined_reasons,
           sum(reversed_count) as reversed_count,
           sum(reversed_minor) as reversed_minor,
           sum(expired_count) as expired_count,
           sum(expired_minor) as expired_minor,
           sum(cash_count) as cash_count,
           sum(cash_minor) as cash_minor,
           sum(force_posted_count) as force_posted_count,
           sum(force_posted_minor) as force_posted_minor,
           sum(held_minor) + sum(cleared_minor) as counted_minor,
           bool_and(plain) as plain,
           sum(changed_count) as changed_count,
           sum(changed_minor) as changed_minor,
           bit_xor(changed_mark) as changed_mark
      from (select card_id,
                   decline_reason,
                   count(*) filter (where authorized) as authorized_count,
                   sum(authorized_minor) filter (where authorized) as authorized_minor,
                   count(*) filter (where status = 'declined') as declined_count,
                   count(*) filter (where reversed_minor > 0) as reversed_count,
                   sum(reversed_minor) as reversed_minor,
                   count(*) filter (where expired_minor > 0) as expired_count,
                   sum(expired_minor) as expired_minor,
                   count(*) filter (where authorized and type = 'cash_withdrawal') as cash_count,
                   sum(authorized_minor) filter (where authorized and type = 'cash_withdrawal')
                     as cash_minor,
                   count(*) filter (where origin = 'force_post') as force_posted_count,
                   sum(cleared_minor) filter (where origin = 'force_post') as force_posted_minor,
                   sum(held_minor) filter (where type <> 'refund' and increments = 0) as held_minor,
                   sum(cleared_minor) filter (where type <> 'refund' and increments = 0)
                     as cleared_minor,
                   bool_and(as_answered or in_full) as plain,
                   count(*) filter (where not as_answered) as changed_count,
                   sum(cleared_minor) filter (where not as_answered) as changed_minor,
                   bit_xor(uuid_hash_extended(id, cleared_minor)) filter (where not as_answered)
                     as changed_mark
              from (select transaction.*,
                           status <> 'declined' and type <> 'refund' and origin <> 'force_post'
                             as authorized,
                           -- What is authorized, with what was reversed of it: what the network
                           -- approved, or completed, where that is not what was answered. What was
                           -- added counts on its own, and a single message holds nothing.
                           case when decided_minor > 0
                                     and (increments > 0 or origin = 'single_message')
                                  then decided_minor
                                when increments > 0 then requested_minor
                                when settled_at is not null then approved_minor::numeric + reversed_minor
                                when status = 'authorized' then held_minor::numeric + reversed_minor
                                when expired_minor > 0 then amount_minor::numeric + reversed_minor
                                else reversed_minor end as authorized_minor,
                           settled_at is null
                           and cleared_minor = 0
                           and increments = 0
                           and held_minor = case when status = 'declined' then 0
                                                 else decided_minor::numeric - reversed_minor
                                                      - expired_minor end as as_answered,
                           settled_at is not null
                           and held_minor <= 0
                           and status <> 'declined' as in_full
                      from pair
                      join transaction using (card_id)
                     where transaction.card_id between :firstCard and :lastCard
                       and transaction.id >= id_floor(cast(:day as date)::timestamp at time zone 'UTC')
                       and transaction.id
                           < id_floor((cast(:day as date) + 1)::timestamp at time zone 'UTC')
                       and transaction.feed_offset
                           < coalesce((:cut)[transaction.feed_partition + 1], 0))
                   transaction
             group by card_id, decline_reason) reason
     group by card_id
), grown as materialized (
    -- What was added to earlier purchases counts on the day on which it was added. Few cards have any,
    -- and no other is looked at.
    select pair.card_id,
           -- What the increment itself was approved for: of its row a reversal takes what it gives back.
           (select sum(message.approved_minor)
              from increment
              join transaction grown
                on grown.id = increment.transaction_id
               and grown.feed_offset < coalesce((:cut)[grown.feed_partition + 1], 0)
              join message
                on message.transaction_id = increment.transaction_id
               and message.message_id = increment.message_id
               and message.kind = 'incremental_authorization'
               and message.outcome = 'applied'
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
                                               and grown.feed_offset
                                                   < coalesce((:cut)[grown.feed_partition + 1], 0)
                                             where increment.card_id = pair.card_id)
               and spend.created_at >= cast(:day as date)::timestamp at time zone 'UTC'
               and spend.created_at < (cast(:day as date) + 1)::timestamp at time zone 'UTC') as counted_minor
      from pair
     where exists (select from increment where increment.card_id = pair.card_id)
)
select pair.card_id,
       coalesce(own.authorized_count, 0) as authorized_count,
       coalesce(own.authorized_minor, 0) + coalesce(grown.minor, 0) as authorized_minor,
       coalesce(own.declined_count, 0) as declined_count,
       coalesce(own.declined_reasons, '{}') as declined_reasons,
       coalesce(own.reversed_count, 0) as reversed_count,
       coalesce(own.reversed_minor, 0) as reversed_minor,
       coalesce(own.expired_count, 0) as expired_count,
       coalesce(own.expired_minor, 0) as expired_minor,
       coalesce(own.cash_count, 0) as cash_count,
       coalesce(own.cash_minor, 0) as cash_minor,
       coalesce(own.force_posted_count, 0) as force_posted_count,
       coalesce(own.force_posted_minor, 0) as force_posted_minor,
       coalesce(own.counted_minor, 0) + coalesce(grown.counted_minor, 0) as counted_minor,
       coalesce(own.plain, true) as plain,
       coalesce(own.changed_count, 0) as changed_count,
       own.changed_minor,
       own.changed_mark
  from pair
  left join own on own.card_id = pair.card_id
  left join grown on grown.card_id = pair.card_id
