-- What headers, or trailers, say of their files. Of several headers of one file the first stands, of
-- several trailers the last. One without totals states none.
insert into clearing_file (mode, network, file_id, source_system, file_seq, subject, received_at,
                           announced, closed, stated_debit_count, stated_debit_minor,
                           stated_credit_count, stated_credit_minor, state, written_off, business_date)
select distinct on (taken.network, source.file_id)
       :mode,
       taken.network,
       source.file_id,
       source.system,
       source.file_seq,
       md5(concat_ws('|', :mode, taken.network, source.file_id))::uuid,
       taken.created_at,
       taken.kind = 'batch_header',
       taken.kind = 'batch_trailer',
       total.debit_count,
       total.debit_minor,
       total.credit_count,
       total.credit_minor,
       'waiting',
       false,
       :businessDate
  from taken
  cross join lateral (
           select part ->> 'file_id' as file_id,
                  part ->> 'system' as system,
                  (part ->> 'file_seq')::integer as file_seq
             from (values (taken.payload -> 'source')) as source (part)) source
  left join lateral (
           select coalesce((part ->> 'debit_count')::bigint, 0) as debit_count,
                  coalesce((part ->> 'debit_amount')::bigint, 0) as debit_minor,
                  coalesce((part ->> 'credit_count')::bigint, 0) as credit_count,
                  coalesce((part ->> 'credit_amount')::bigint, 0) as credit_minor
             from (values (taken.payload -> 'total')) as total (part)
            where part is not null) total on taken.kind = 'batch_trailer'
 where source.file_id is not null
 order by taken.network, source.file_id,
          case when taken.kind = 'batch_trailer' then taken.id end desc, taken.id
    on conflict (mode, network, file_id) do update
   set announced = clearing_file.announced or excluded.announced,
       closed = clearing_file.closed or excluded.closed,
       stated_debit_count = case when excluded.closed then excluded.stated_debit_count
                                 else clearing_file.stated_debit_count end,
       stated_debit_minor = case when excluded.closed then excluded.stated_debit_minor
                                 else clearing_file.stated_debit_minor end,
       stated_credit_count = case when excluded.closed then excluded.stated_credit_count
                                  else clearing_file.stated_credit_count end,
       stated_credit_minor = case when excluded.closed then excluded.stated_credit_minor
                                  else clearing_file.stated_credit_minor end
