insert into break (id, type, severity, subject, origin_date, account_id, mode, card_id,
                   transaction_id, clearing_id, amount_minor, currency, state, detail,
                   created_at, updated_at, feed_partition, feed_offset)
select found.id, found.type, found.severity, found.subject, found.origin_date,
       found.account_id, found.mode, found.card_id, found.transaction_id,
       found.clearing_id, found.amount_minor, found.currency, 'open',
       coalesce(found.detail::jsonb,
                case when found.message is null then '{}'::jsonb
                     else jsonb_build_object('message', found.message::jsonb) end
                  || case when found.applied is null then '{}'::jsonb
                          else jsonb_build_object('applied', jsonb_build_object(
                                 'identity', found.applied,
                                 'partition', found.applied_partition,
                                 'offset', found.applied_offset)) end),
       found.at, found.at, found.came_partition, found.came_offset
  from unnest(?::text[]::uuid[], ?::text[], ?::text[], ?::text[]::uuid[],
              ?::text[]::date[], ?::text[]::uuid[], ?::text[], ?::text[]::uuid[],
              ?::text[]::uuid[], ?::text[]::uuid[], ?::text[]::bigint[], ?::text[],
              ?::text[], ?::text[], ?::text[]::timestamptz[], ?::text[]::uuid[],
              ?::text[]::integer[], ?::text[]::bigint[],
              ?::text[]::integer[], ?::text[]::bigint[])
       as found (id, type, severity, subject, origin_date, account_id, mode, card_id,
                 transaction_id, clearing_id, amount_minor, currency, message, detail,
                 at, applied, applied_partition, applied_offset, came_partition,
                 came_offset)
 where found.applied is null
    or not exists (select 1
                     from break
                    where break.type = found.type
                      and break.subject = found.subject)
    on conflict (type, subject, origin_date) do nothing
