-- What a night takes gets a line, waits with its file, or is left aside with a break. Of the dates that no night had seen, and
-- of what came late for one that a night had seen; and of what it took up again: held records of a
-- file that is whole now, and identified ones, stay on the list of work until they are settled.
-- Each "offset 0" keeps a look-up by key a look-up by key, however much was settled before.
with taken as (
    select 'record' as kind, id, feed_partition, feed_offset
      from clearing
     where mode = :mode
       and created_at >= :previousEnd
       and created_at < :dayEnd
    union all
    select 'record', id, feed_partition, feed_offset
      from clearing
     where mode = :mode
       and created_at < :previousEnd
       and :fresh(clearing)
    union all
    select 'single message', id, feed_partition, feed_offset
      from transaction
     where mode = :mode
       and origin = 'single_message'
       and status = 'authorized'
       and created_at >= :previousEnd
       and created_at < :dayEnd
    union all
    select 'single message', id, feed_partition, feed_offset
      from transaction
     where mode = :mode
       and origin = 'single_message'
       and status = 'authorized'
       and created_at < :previousEnd
       and :fresh(transaction)
)
(select taken.kind || ' ' || taken.id || ' was taken and not settled'
   from taken
   join night_cut cut
     on cut.night_id = :night
    and cut.partition = taken.feed_partition
    and cut.next_offset > taken.feed_offset
   left join lateral (
            select true as settled
              from settlement_line
             where settlement_line.id = taken.id
            offset 0) line on true
  where line.settled is null
    and not exists (select 1
                      from held_clearing held
                     where held.clearing_id = taken.id)
    and not exists (select 1
                      from skipped_record skipped
                     where skipped.item_id = taken.id)
    and not exists (select 1
                      from message
                      join night_cut later
                        on later.night_id = :night
                       and later.partition = message.feed_partition
                     where taken.kind = 'single message'
                       and message.transaction_id = taken.id
                       and message.feed_offset >= later.next_offset)
  limit 5)
union all
(select kind || ' ' || item_id || ' was taken and not settled'
   from night_work
  where night_id = :night
  limit 5)
