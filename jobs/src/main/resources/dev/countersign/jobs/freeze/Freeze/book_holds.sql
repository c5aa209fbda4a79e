-- The name of a journal is that of its hold and night, and begins with the time of the hold.
insert into ledger_row (subject, event, ordinal, mode, business_date, account_id, debit_account,
                        credit_account, amount_minor, currency, card_id, transaction_id)
select (left(id::text, 13) || substr(md5(:night || '|' || id), 13))::uuid,
       'hold_changed',
       0,
       :mode,
       :businessDate,
       account_id,
       case when change_minor > 0 then '9010' else '9020' end,
       case when change_minor > 0 then '9020' else '9010' end,
       abs(change_minor),
       currency,
       card_id,
       id
  from hold_change
 where change_minor <> 0
 order by id
