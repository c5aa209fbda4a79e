-- What this night settles: records of dates up to its own that lie below its cut, less what the
-- night before saw. Two parts, so that each is found by its own index: what is of a date that no
-- night has seen, and what came late for one that a night has seen. Rows lie as they are read: by
-- chain of cards.
insert into night_work (night_id, lineage_id, kind, item_id)
with taken as (
    select id, card_id, feed_partition, feed_offset
      from clearing
     where mode = :mode
       and created_at >= :previousEnd
       and created_at < :dayEnd
    union all
    select id, card_id, feed_partition, feed_offset
      from clearing
     where mode = :mode
       and created_at < :previousEnd
       and :fresh(clearing)
)
select :night, coalesce(card.lineage_id, taken.id), 'clearing', taken.id
  from taken
  join night_cut cut
    on cut.night_id = :night
   and cut.partition = taken.feed_partition
   and cut.next_offset > taken.feed_offset
  left join card on card.id = taken.card_id
 order by 2, 4
