-- Most holds of a night are new: those are added, and only those that are carried are looked for.
with changed as (
    update open_hold
       set held_minor = hold_change.held_minor,
           hold_until = hold_change.hold_until
      from hold_change
     where open_hold.transaction_id = hold_change.id
       and hold_change.carried
)
insert into open_hold (transaction_id, mode, account_id, card_id, currency, held_minor, hold_until,
                       created_at)
select id, :mode, account_id, card_id, currency, held_minor, hold_until, created_at
  from hold_change
 where not carried
 order by id
