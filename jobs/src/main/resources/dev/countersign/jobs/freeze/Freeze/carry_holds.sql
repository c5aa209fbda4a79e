insert into open_hold (transaction_id, mode, account_id, card_id, currency, held_minor, hold_until,
                       created_at)
select id, :mode, account_id, card_id, currency, held_minor, hold_until, created_at
  from hold_change
    on conflict (transaction_id) do update
   set held_minor = excluded.held_minor,
       hold_until = excluded.hold_until
