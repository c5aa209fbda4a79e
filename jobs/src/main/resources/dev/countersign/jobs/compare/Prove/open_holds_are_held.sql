-- What the stream changed after the cut is another night's.
select 'transaction ' || transaction.id || ' holds ' || transaction.held_minor || ', the memo says '
       || open_hold.held_minor
  from open_hold
  join transaction on transaction.id = open_hold.transaction_id
 where open_hold.mode = :mode
   and open_hold.held_minor <> transaction.held_minor
   and not exists (select 1
                     from message
                     join night_cut cut
                       on cut.night_id = :night
                      and cut.partition = message.feed_partition
                    where message.transaction_id = transaction.id
                      and message.feed_offset >= cut.next_offset)
 limit 5
