select open_hold.transaction_id as "transaction_id#txn_",
       open_hold.card_id as "card_id#card_",
       open_hold.held_minor as "held@currency",
       open_hold.currency,
       (open_hold.created_at at time zone 'UTC')::date as authorized_on,
       :businessDate - (open_hold.created_at at time zone 'UTC')::date as age_days,
       open_hold.hold_until,
       greatest(open_hold.hold_until + night.release_days, :businessDate + 1) as released_in_night_of
  from open_hold
  join night on night.id = :night
 where open_hold.mode = :mode
 order by open_hold.transaction_id
