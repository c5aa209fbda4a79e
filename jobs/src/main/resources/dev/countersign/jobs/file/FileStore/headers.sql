insert into clearing_file (mode, network, file_id, source_system, file_seq, subject, came_at, announced,
                           closed, state, borne, business_date)
select distinct on (network, payload -> 'source' ->> 'file_id')
       :mode,
       network,
       payload -> 'source' ->> 'file_id',
       payload -> 'source' ->> 'system',
       (payload -> 'source' ->> 'file_seq')::integer,
       md5(concat_ws('|', :mode, network, payload -> 'source' ->> 'file_id'))::uuid,
       created_at,
       true,
       false,
       'waiting',
       false,
       :businessDate
  from taken
 where payload -> 'source' ->> 'file_id' is not null
 order by network, payload -> 'source' ->> 'file_id', id
    on conflict (mode, network, file_id) do update
   set announced = true
