-- What counts towards the limits of cards on one of their days: as decisions count it, which is what
-- transactions hold and what of them cleared; beside what the messages make of it, which is what was
-- answered and added, less what was given back and expired, until records clear it, and then what the
-- records posted and at most what is left of the authorization. Where the network decided for us, its
-- word stands. Most need no look at their messages: what holds just what was answered, and what holds
-- nothing any more. Nor do those of which the records that were posted add up to it. Only days on
-- which the two differ, or did when they were looked at last.
with pair as materialized (
    select card.id as card_id, card.lineage_id, card.currency, cast(:day as date) as day
      from card
     where card.id = any(:cards)
), unclear as materialized (
    select transaction.id
      from pair
      join transaction on transaction.card_id = pair.card_id
      left join settlement_line line
        on line.lineage_id = pair.lineage_id
       and coalesce(line.identified_transaction_id, line.transaction_id) = transaction.id
       and line.id >= id_floor((cast(:day as date) - :daysBack)::timestamp at time zone 'UTC')
     where transaction.id >= id_floor(cast(:day as date)::timestamp at time zone 'UTC')
       and transaction.id < id_floor((cast(:day as date) + 1)::timestamp at time zone 'UTC')
       and transaction.type <> 'refund'
       and not (transaction.settled_at is null
                and transaction.cleared_minor = 0
                and transaction.increments = 0
                and transaction.held_minor
                    = case when transaction.status = 'declined' then 0
                           else transaction.decided_minor::numeric - transaction.reversed_minor
                                - transaction.expired_minor end)
     group by transaction.id
    having transaction.settled_at is null
        or transaction.held_minor > 0
        or transaction.status = 'declined'
        or not coalesce(bool_and(line.record_type <> 'reversal'), false)
        or sum(line.amount_minor) <> transaction.cleared_minor
), own as materialized (
    select pair.*, transaction.id, transaction.held_minor, transaction.settled_at,
           transaction.held_minor::numeric + transaction.cleared_minor as counted,
           transaction.status = 'declined' as declined,
           transaction.origin = 'increment' or advice.received is not null as by_network,
           transaction.origin = 'single_message' as single,
           greatest(0, transaction.decided_minor + coalesce(increment.minor, 0)
                       - transaction.reversed_minor - transaction.expired_minor) as authorized
      from unclear
      join transaction on transaction.id = unclear.id
      join pair on pair.card_id = transaction.card_id
      left join lateral (
               select sum(message.approved_minor) as minor
                 from message
                where message.transaction_id = transaction.id
                  and message.kind = 'incremental_authorization'
                  and (transaction.held_minor > 0 or transaction.settled_at is null)
                  and message.outcome = 'applied') increment on true
      left join lateral (
               select true as received
                 from message
                where message.transaction_id = transaction.id
                  and message.kind = 'authorization_advice'
                  and (transaction.held_minor > 0 or transaction.settled_at is null)
                  and message.outcome = 'applied'
                limit 1) advice on true
), posted as materialized (
    -- What records posted to each transaction; the lines of a card are read once. What reversals took of a
    -- single message counts under whatever ARN, since it has none.
    select transaction_id, sum(greatest(0, minor)) as minor
      from (select share.transaction_id,
                   sum(case share.record_type
                       when 'reversal' then -share.minor else share.minor end) as minor
              from (select lineage_id, min(day) as day
                      from own
                     where settled_at is not null
                     group by lineage_id) card
              cross join lateral (
                       select *
                         from posted_amount
                        where posted_amount.lineage_id = card.lineage_id
                          and posted_amount.record_id
                              >= id_floor((card.day - :daysBack)::timestamp at time zone 'UTC')
                       offset 0) share
              join own on own.id = share.transaction_id
             group by 1, case when not own.single then share.arn end) record
     group by transaction_id
), compared as (
    select own.*,
           case when declined then 0
                when settled_at is null
                then case when by_network then held_minor else authorized end
                else coalesce(posted.minor, 0)
                     + case when by_network then held_minor
                            else least(held_minor,
                                       greatest(0, authorized - coalesce(posted.minor, 0))) end
           end as expected
      from own
      left join posted on posted.transaction_id = own.id
)
select pair.card_id, pair.day, pair.currency,
       coalesce(sum(counted), 0) as counted,
       coalesce(sum(expected), 0) as expected,
       coalesce(sum(abs(counted - expected)), 0) as drift,
       min(compared.id::text) as transaction_id
  from pair
  left join compared
    on compared.card_id = pair.card_id
   and compared.day = pair.day
   and compared.counted <> compared.expected
 where compared.id is not null
    or (pair.card_id, pair.day::text) in
       (select break.card_id, break.detail ->> 'day'
          from open_break break
         where break.mode = :mode
           and break.type = 'USAGE_DRIFT')
 group by pair.card_id, pair.day, pair.currency
 order by pair.card_id, pair.day
