-- A single-message financial has no clearing: the approved message itself is settled.
insert into night_work (night_id, lineage_id, kind, item_id)
with taken as (
    select id, card_id, feed_partition, feed_offset, false as late
      from transaction
     where mode = :mode
       and origin = 'single_message'
       and status <> 'declined'
       and created_at >= :previousEnd
       and created_at < :dayEnd
    union all
    select id, card_id, feed_partition, feed_offset, true
      from transaction
     where mode = :mode
       and origin = 'single_message'
       and status <> 'declined'
       and created_at < :previousEnd
       and feed_offset >= :lowest
)
select :night, card.lineage_id, 'single_message', taken.id
  from taken
  join night_cut cut
    on cut.night_id = :night
   and cut.partition = taken.feed_partition
   and cut.next_offset > taken.feed_offset
  left join night_cut before
    on before.night_id = :previous
   and before.partition = taken.feed_partition
  join card on card.id = taken.card_id
 where not taken.late
    or taken.feed_offset >= coalesce(before.next_offset, 0)
