select 'transaction ' || transaction.id || ' holds ' || transaction.held_minor
       || ' that the memo does not carry'
  from transaction
  join night_cut cut
    on cut.night_id = :night
   and cut.partition = transaction.feed_partition
   and cut.next_offset > transaction.feed_offset
  left join open_hold on open_hold.transaction_id = transaction.id
 where transaction.mode = :mode
   and transaction.created_at >= :previousEnd
   and transaction.created_at < :dayEnd
   and transaction.held_minor > 0
   and open_hold.transaction_id is null
   and not exists (select 1
                     from message
                     left join night_cut later
                       on later.night_id = :night
                      and later.partition = message.feed_partition
                    where message.transaction_id = transaction.id
                      and message.feed_offset >= coalesce(later.next_offset, 0))
 limit 5
