-- A clearing record of a card that nobody knows names no mode. It gets that of its file, as
-- the file's header or trailer says or as its other records have it, else live where live cards were
-- issued, else sandbox; once, so that exactly one book takes it. Files are looked for once for all such
-- records, and only about the time of those that name one.
with unknown as materialized (
    select id, network, file_id, created_at
      from clearing
     where mode is null
), named as (
    select min(created_at) - interval '1 day' as first, max(created_at) + interval '1 day' as last
      from unknown
     where file_id is not null
), attributed as (
    select message.id, message.network, message.payload -> 'source' ->> 'file_id' as file_id,
           message.mode, message.created_at
      from named
      join message
        on message.id >= id_floor(named.first)
       and message.id < id_floor(named.last)
       and message.outcome = 'recorded'
       and message.kind in ('batch_header', 'batch_trailer')
       and message.mode in ('live', 'sandbox')
     where named.first is not null
    union all
    select clearing.id, clearing.network, clearing.file_id, clearing.mode, clearing.created_at
      from named
      join clearing
        on clearing.created_at between named.first and named.last
       and clearing.mode is not null
       and clearing.file_id is not null
     where named.first is not null
), file as materialized (
    select distinct on (unknown.id) unknown.id, attributed.mode
      from attributed
      join unknown
        on unknown.file_id = attributed.file_id
       and unknown.network = attributed.network
       and attributed.created_at between unknown.created_at - interval '1 day'
                                     and unknown.created_at + interval '1 day'
     order by unknown.id, attributed.id
)
update clearing
   set mode = coalesce((select mode from file where file.id = clearing.id),
                       case when exists (select 1 from card where mode = 'live') then 'live'
                            else 'sandbox' end)
 where id in (select id from unknown)
