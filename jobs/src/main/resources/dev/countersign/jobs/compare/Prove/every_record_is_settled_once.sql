select 'record ' || clearing.id || ' was taken and not settled'
  from clearing
  join night_cut cut
    on cut.night_id = :night
   and cut.partition = clearing.feed_partition
   and cut.next_offset > clearing.feed_offset
  left join settlement_line line on line.id = clearing.id
 where clearing.mode = :mode
   and clearing.created_at >= :previousEnd
   and clearing.created_at < :dayEnd
   and line.id is null
 limit 5
