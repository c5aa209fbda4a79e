insert into settlement_line (id, night_id, mode, business_date, record_type, outcome, account_id,
                             card_id, lineage_id, direction, amount_minor, currency,
                             settlement_minor, settlement_currency, interchange_minor,
                             interchange_currency, network, settlement_institution,
                             settlement_service, settlement_date, settlement_cycle, created_at)
select id, :night, :mode, :businessDate, 'fee', 'booked', account_id, card_id, id,
       coalesce(payload ->> 'direction', 'debit'),
       (payload -> 'amount' ->> 'value')::bigint,
       payload -> 'amount' ->> 'currency',
       (payload -> 'amount' ->> 'value')::bigint,
       payload -> 'amount' ->> 'currency',
       0,
       payload -> 'amount' ->> 'currency',
       network,
       payload -> 'settlement' ->> 'institution_id',
       payload -> 'settlement' ->> 'service',
       (payload -> 'settlement' ->> 'settlement_date')::date,
       (payload -> 'settlement' ->> 'cycle')::integer,
       created_at
  from taken
 where (payload -> 'amount' ->> 'value')::bigint > 0
