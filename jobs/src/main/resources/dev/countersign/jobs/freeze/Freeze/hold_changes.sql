-- Holds that the stream placed or changed since they were booked last, as they are at the cut: this
-- statement and the cut read the same snapshot. New ones come by time and place; changed ones by
-- the messages that lie between the two cuts. What a night let go of before it was ever booked, as
-- it was decided after that night's cut, stands below 0 until it is. An authorization of nothing holds
-- 0 and is as open as any other until its window ends.
create temporary table hold_change on commit drop as
with placed as (
    select id
      from transaction
     where mode = :mode
       and (held_minor > 0 or (status = 'authorized' and hold_until is not null))
       and created_at >= :previousEnd
       and created_at < :dayEnd
    union
    select transaction.id
      from transaction
     where transaction.mode = :mode
       and (transaction.held_minor > 0
            or (transaction.status = 'authorized' and transaction.hold_until is not null))
       and transaction.created_at < :previousEnd
       and :fresh(transaction)
    union
    select message.transaction_id
      from message
     where message.mode = :mode
       and message.transaction_id is not null
       and :fresh(message)
    union
    select transaction_id
      from open_hold
     where mode = :mode
       and held_minor < 0
)
select transaction.id,
       transaction.account_id,
       transaction.card_id,
       transaction.currency,
       transaction.held_minor,
       transaction.held_minor - coalesce(open_hold.held_minor, 0) as change_minor,
       open_hold.transaction_id is not null as carried,
       open.holds as open,
       transaction.hold_until,
       transaction.created_at
  from placed
  join transaction on transaction.id = placed.id
  left join open_hold on open_hold.transaction_id = transaction.id
 cross join lateral (
       select transaction.held_minor > 0
              or (transaction.status = 'authorized'
                  and transaction.hold_until is not null) as holds) open
 where transaction.created_at < :dayEnd
   and (transaction.held_minor <> coalesce(open_hold.held_minor, 0)
        or open.holds <> (open_hold.transaction_id is not null)
        or (open_hold.transaction_id is not null
            and transaction.hold_until is distinct from open_hold.hold_until))
