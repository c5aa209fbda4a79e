-- A record whose file is not accepted waits, and is another night's.
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
   and not exists (select 1
                     from clearing_held held
                    where held.clearing_id = clearing.id)
 limit 5
