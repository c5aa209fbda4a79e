-- Releases what no merchant may claim any more. The rows are locked and read as they are now; the
-- stream may have released some since the cut.
with due as (
    select transaction.id, transaction.held_minor
      from open_hold
      join transaction on transaction.id = open_hold.transaction_id
     where open_hold.mode = :mode
       and open_hold.hold_until < :lastHoldDay
       and open_hold.transaction_id > :after
       and open_hold.transaction_id <= :upTo
       and transaction.held_minor > 0
     order by transaction.id
       for update of transaction
), expired as (
    update transaction
       set status = case when transaction.cleared_minor = 0 then 'reversed' else transaction.status end,
           expired_minor = transaction.expired_minor + due.held_minor,
           held_minor = 0,
           version = transaction.version + 1
      from due
     where transaction.id = due.id
    returning transaction.id, transaction.account_id, transaction.card_id, transaction.currency,
              transaction.created_at, due.held_minor
), booked as (
    insert into ledger_entry (subject, event, ordinal, mode, business_date, account_id, debit_account,
                              credit_account, amount_minor, currency, card_id, transaction_id)
    select md5(:night || '|' || id)::uuid, 'hold_expired', 0, :mode, :businessDate, account_id, '9020',
           '9010', held_minor, currency, card_id, id
      from expired
), released as (
    update open_hold
       set held_minor = open_hold.held_minor - expired.held_minor
      from expired
     where open_hold.transaction_id = expired.id
), dirty as (
    insert into night_dirty (night_id, card_id, day)
    select distinct :night, card_id, (created_at at time zone 'UTC')::date
      from expired
        on conflict do nothing
), changed as (
    insert into card_change (card_id)
    select distinct card_id
      from expired
        on conflict do nothing
)
select count(*) from expired
