insert into ledger_row (subject, event, ordinal, mode, business_date, account_id, debit_account,
                        credit_account, amount_minor, currency, card_id, clearing_id)
select identity, 'scheme_fee', 0, :mode, :businessDate, account_id,
       case when coalesce(payload ->> 'direction', 'debit') = 'debit' then '5010' else '2010' end,
       case when coalesce(payload ->> 'direction', 'debit') = 'debit' then '2010' else '5010' end,
       paid.minor,
       paid.currency,
       card_id,
       id
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
