-- Fees as the network settles them, which may be in another currency than they are reckoned in.
insert into settlement_line (id, night_id, mode, business_date, record_type, outcome, account_id,
                             card_id, lineage_id, direction, amount_minor, currency,
                             settlement_minor, settlement_currency, interchange_minor,
                             interchange_currency, network, settlement_institution,
                             settlement_service, settlement_date, settlement_cycle, created_at)
select id, :night, :mode, :businessDate, 'fee', 'booked', account_id, card_id, id,
       coalesce(payload ->> 'direction', 'debit'),
       paid.minor,
       paid.currency,
       paid.minor,
       paid.currency,
       0,
       paid.currency,
       network,
       payload -> 'settlement' ->> 'institution_id',
       payload -> 'settlement' ->> 'service',
       (payload -> 'settlement' ->> 'settlement_date')::date,
       (payload -> 'settlement' ->> 'cycle')::integer,
       created_at
  from taken
 cross join lateral (
          select case when elsewhere then abs((payload -> 'settlement' ->> 'amount')::bigint)
                      else (payload -> 'amount' ->> 'value')::bigint end as minor,
                 case when elsewhere then payload -> 'settlement' ->> 'currency'
                      else payload -> 'amount' ->> 'currency' end as currency
            from (select coalesce(payload -> 'settlement' ->> 'currency'
                                  <> payload -> 'amount' ->> 'currency', false)
                         and payload -> 'settlement' ->> 'amount' is not null as elsewhere) where_paid) paid
 where paid.minor > 0
