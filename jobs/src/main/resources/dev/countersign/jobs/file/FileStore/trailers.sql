-- Of several trailers of one file the last stands.
insert into clearing_file (mode, network, file_id, source_system, file_seq, subject, came_at, announced,
                           closed, stated_debit_count, stated_debit_minor, stated_credit_count,
                           stated_credit_minor, state, borne, business_date)
select distinct on (network, payload -> 'source' ->> 'file_id')
       :mode,
       network,
       payload -> 'source' ->> 'file_id',
       payload -> 'source' ->> 'system',
       (payload -> 'source' ->> 'file_seq')::integer,
       md5(concat_ws('|', :mode, network, payload -> 'source' ->> 'file_id'))::uuid,
       created_at,
       false,
       true,
       case when payload -> 'total' is not null then coalesce((payload -> 'total' ->> 'debit_count')::bigint, 0) end,
       case when payload -> 'total' is not null then coalesce((payload -> 'total' ->> 'debit_amount')::bigint, 0) end,
       case when payload -> 'total' is not null then coalesce((payload -> 'total' ->> 'credit_count')::bigint, 0) end,
       case when payload -> 'total' is not null then coalesce((payload -> 'total' ->> 'credit_amount')::bigint, 0) end,
       'waiting',
       false,
       :businessDate
  from taken
 where payload -> 'source' ->> 'file_id' is not null
 order by network, payload -> 'source' ->> 'file_id', id desc
    on conflict (mode, network, file_id) do update
   set closed = true,
       stated_debit_count = excluded.stated_debit_count,
       stated_debit_minor = excluded.stated_debit_minor,
       stated_credit_count = excluded.stated_credit_count,
       stated_credit_minor = excluded.stated_credit_minor
