-- A clearing record of a card that nobody knows names no mode. It gets that of its file, else live
-- where live cards were issued, else sandbox; once, so that exactly one book takes it. Files are
-- looked for once for all such records, and only about the time of those that name one.
with unknown as materialized (
    select id, file_id, created_at
      from clearing
     where mode is null
), named as (
    select min(created_at) - interval '1 day' as first, max(created_at) + interval '1 day' as last
      from unknown
     where file_id is not null
), file as materialized (
    select distinct on (unknown.id) unknown.id, other.mode
      from named
      join clearing other
        on other.created_at between named.first and named.last
       and other.mode is not null
       and other.file_id is not null
      join unknown
        on unknown.file_id = other.file_id
       and other.created_at between unknown.created_at - interval '1 day'
                                and unknown.created_at + interval '1 day'
     where named.first is not null
     order by unknown.id, other.id
)
update clearing
   set mode = coalesce((select mode from file where file.id = clearing.id),
                       case when exists (select 1 from card where mode = 'live') then 'live'
                            else 'sandbox' end)
 where id in (select id from unknown)
