-- What the stream did after the cut is another night's: a later message about a transaction, and a
-- transaction that was decided later and that tonight's records belong to all the same.
select 'transaction ' || transaction.id || ' holds ' || transaction.held_minor || ', the memo says '
       || open_hold.held_minor
  from open_hold
  join transaction on transaction.id = open_hold.transaction_id
  left join night_cut cut
    on cut.night_id = :night
   and cut.partition = transaction.feed_partition
 where open_hold.mode = :mode
   and open_hold.held_minor <> transaction.held_minor
   and transaction.created_at < :dayEnd
   and transaction.feed_offset < coalesce(cut.next_offset, 0)
   and not exists (select 1
                     from message
                     left join night_cut later
                       on later.night_id = :night
                      and later.partition = message.feed_partition
                    where message.transaction_id = transaction.id
                      and message.feed_offset >= coalesce(later.next_offset, 0))
 limit 5
