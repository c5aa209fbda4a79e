insert into network_total (mode, network, institution, service, settlement_date, cycle, currency,
                           version, message, business_date, debit_count, debit_minor, credit_count,
                           credit_minor, interchange_minor, fees_minor, net_minor, complete)
select distinct on (network, institution, service, settlement_date, cycle, currency, version)
       :mode, network, institution, service, settlement_date, cycle, currency, version, id,
       :businessDate,
       coalesce((total ->> 'debit_count')::bigint, 0),
       coalesce((total ->> 'debit_amount')::bigint, 0),
       coalesce((total ->> 'credit_count')::bigint, 0),
       coalesce((total ->> 'credit_amount')::bigint, 0),
       coalesce((total ->> 'interchange_net')::bigint, 0),
       coalesce((total ->> 'fees')::bigint, 0),
       coalesce((total ->> 'net_amount')::bigint, 0),
       coalesce((total ->> 'is_complete')::boolean, false)
  from (select id,
               network,
               coalesce(payload -> 'settlement' ->> 'institution_id', '') as institution,
               coalesce(payload -> 'settlement' ->> 'service', '') as service,
               (payload -> 'settlement' ->> 'settlement_date')::date as settlement_date,
               coalesce((payload -> 'settlement' ->> 'cycle')::integer, 1) as cycle,
               payload -> 'settlement' ->> 'currency' as currency,
               payload -> 'total' as total,
               coalesce((payload -> 'total' ->> 'version')::integer, 1) as version
          from taken) message
 where settlement_date is not null
   and currency is not null
 order by network, institution, service, settlement_date, cycle, currency, version, id
    on conflict do nothing
