-- Cards of which one look at the whole day is not enough to say that what they count is what the
-- messages say: something on the day is neither held as it was answered nor cleared in full, or what
-- cleared is not, transaction by transaction, what the records posted; and those that differed when
-- they were looked at last. What their transactions come to is in card_day. The two sides are
-- compared by how many they are, by their sum, and by what the hashes of transaction and amount come
-- to, so that two differences never make up for each other.
with pair as materialized (
    select card.id as card_id, card.lineage_id
      from night_card_day
      join card on card.id = night_card_day.card_id
     where night_card_day.night_id = :night
       and night_card_day.day = :day
       and night_card_day.card_id >= :firstCard
       and night_card_day.card_id <= :lastCard
), posted as (
    select card_id,
           bool_and(record_type <> 'reversal') as plain,
           count(*) as times,
           sum(amount_minor) as minor,
           bit_xor(uuid_hash_extended(posted_to, amount_minor)) as mark
      from (select pair.card_id, line.record_type, line.amount_minor,
                   coalesce(line.identified_transaction_id, line.transaction_id) as posted_to
              from pair
              join settlement_line line using (lineage_id)
             where line.id >= id_floor((cast(:day as date) - :daysBack)::timestamp at time zone 'UTC'))
           line
     where posted_to >= id_floor(cast(:day as date)::timestamp at time zone 'UTC')
       and posted_to < id_floor((cast(:day as date) + 1)::timestamp at time zone 'UTC')
     group by card_id
)
select card_id
  from pair
  join card_day using (card_id)
  left join posted using (card_id)
 where not (card_day.plain
            and coalesce(posted.plain, true)
            and card_day.changed_count = coalesce(posted.times, 0)
            and card_day.changed_minor is not distinct from posted.minor
            and card_day.changed_mark is not distinct from posted.mark)
    or (card_id, :day::text) in
       (select break.card_id, break.detail ->> 'day'
          from open_break break
         where break.mode = :mode
           and break.type = 'USAGE_DRIFT')
