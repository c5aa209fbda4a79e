select id, kind, account_id, card_id, network, created_at,
       payload -> 'refs' ->> 'case_id' as case_id,
       payload -> 'dispute' ->> 'stage' as stage,
       payload -> 'dispute' ->> 'reason_code' as reason_code,
       (payload -> 'dispute' -> 'amount' ->> 'value')::bigint as case_minor,
       payload -> 'dispute' -> 'amount' ->> 'currency' as case_currency,
       (payload -> 'settlement' ->> 'settlement_date')::date as settlement_date,
       (payload -> 'settlement' ->> 'cycle')::integer as cycle,
       payload -> 'settlement' ->> 'service' as service,
       payload -> 'settlement' ->> 'institution_id' as institution_id,
       payload -> 'settlement' ->> 'currency' as settlement_currency,
       (payload -> 'settlement' ->> 'amount')::bigint as settlement_minor
  from taken
 order by id
