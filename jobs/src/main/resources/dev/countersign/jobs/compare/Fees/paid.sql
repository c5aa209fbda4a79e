-- Fees as the network settles them, which may be in another currency than they are reckoned in: the rest of
-- the statements that book them.
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
