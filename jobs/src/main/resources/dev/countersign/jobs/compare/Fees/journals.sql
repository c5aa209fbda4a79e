insert into ledger_row (subject, event, ordinal, mode, business_date, account_id, debit_account,
                        credit_account, amount_minor, currency, card_id, clearing_id)
select identity, 'scheme_fee', 0, :mode, :businessDate, account_id,
       case when coalesce(payload ->> 'direction', 'debit') = 'debit' then '5010' else '2010' end,
       case when coalesce(payload ->> 'direction', 'debit') = 'debit' then '2010' else '5010' end,
       paid.minor,
       paid.currency,
       card_id,
       id
