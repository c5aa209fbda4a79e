-- Authorizations of nothing are open holds of 0 and end with their window like all others. Nights
-- carry new ones; these were authorized on a date that a night has closed.
insert into open_hold (transaction_id, mode, account_id, card_id, currency, held_minor, hold_until,
                       created_at)
select id, mode, account_id, card_id, currency, held_minor, hold_until, created_at
  from transaction
 where status = 'authorized'
   and held_minor = 0
   and hold_until is not null
   and created_at < (select cast(max(business_date) + 1 as timestamp) at time zone 'UTC'
                       from night
                      where night.mode = transaction.mode
                        and night.closes
                        and night.state = 'completed')
    on conflict (transaction_id) do nothing;
