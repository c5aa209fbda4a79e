-- The days of cards that this night has to total: those on which something new was decided, those of
-- transactions that messages changed since and of what was added to them, and those whose usage
-- differed from the messages, whether or not anything happened to them.
insert into night_card_day (night_id, card_id, day)
select :night, card_id, (created_at at time zone 'UTC')::date
  from transaction
 where mode = :mode
   and created_at >= :previousEnd
   and created_at < :dayEnd
union
select :night, transaction.card_id, (transaction.created_at at time zone 'UTC')::date
  from transaction
 where transaction.mode = :mode
   and transaction.created_at < :previousEnd
   and :fresh(transaction)
union
select :night, transaction.card_id, (day.at at time zone 'UTC')::date
  from message
  join transaction on transaction.id = message.transaction_id
  cross join lateral (values (transaction.created_at), (message.created_at)
                      union all
                      select increment.created_at
                        from increment
                       where increment.transaction_id = transaction.id
                         and transaction.increments > 0) as day (at)
 where message.mode = :mode
   and :fresh(message)
   and day.at < :dayEnd
union
-- A message of this day may have come before the cut of the night before, which left its day alone.
select :night, transaction.card_id, (message.created_at at time zone 'UTC')::date
  from message
  join transaction on transaction.id = message.transaction_id
 where message.mode = :mode
   and message.created_at >= :previousEnd
   and message.created_at < :dayEnd
union
select :night, card_id, (detail ->> 'day')::date
  from open_break
 where mode = :mode
   and type = 'USAGE_DRIFT'
