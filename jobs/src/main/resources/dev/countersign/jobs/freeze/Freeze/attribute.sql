-- A clearing record of a card that nobody knows names no mode. It gets that of its file, else live
-- where live cards were issued, else sandbox; once, so that exactly one book takes it.
update clearing
   set mode = coalesce(
           (select other.mode
              from clearing other
             where other.file_id = clearing.file_id
               and other.mode is not null
               and other.created_at between clearing.created_at - interval '1 day'
                                        and clearing.created_at + interval '1 day'
             limit 1),
           case when exists (select 1 from card where mode = 'live') then 'live' else 'sandbox' end)
 where mode is null
   and id in (select id from clearing where card_id is null and mode is null)
