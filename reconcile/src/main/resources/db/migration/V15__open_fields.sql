-- Authorizations of nothing are open holds of 0 and end with their window like all others. Nights
-- carry new ones; these were authorized before.
insert into open_hold (transaction_id, mode, account_id, card_id, currency, held_minor, hold_until,
                       created_at)
select id, mode, account_id, card_id, currency, held_minor, hold_until, created_at
  from transaction
 where status = 'authorized'
   and held_minor = 0
   and hold_until is not null
    on conflict (transaction_id) do nothing;
