-- A single-message financial has no clearing: the approved message itself is settled. One that we
-- declined is looked at again when a later message says that the network approved it.
insert into night_work (night_id, lineage_id, kind, item_id)
with taken as (
    select id, card_id, feed_partition, feed_offset
      from transaction
     where mode = :mode
       and origin = 'single_message'
       and status <> 'declined'
       and created_at >= :previousEnd
       and created_at < :dayEnd
    union
    select transaction.id, card_id, feed_partition, feed_offset
      from transaction
     where mode = :mode
       and origin = 'single_message'
       and status <> 'declined'
       and created_at < :previousEnd
       and :fresh(transaction)
    union
    select transaction.id, transaction.card_id, transaction.feed_partition, transaction.feed_offset
      from message
      join transaction on transaction.id = message.transaction_id
     where message.mode = :mode
       and :fresh(message)
       and transaction.origin = 'single_message'
       and transaction.status = 'authorized'
       and transaction.created_at < :dayEnd
)
select :night, card.lineage_id, 'single_message', taken.id
  from taken
  join night_cut cut
    on cut.night_id = :night
   and cut.partition = taken.feed_partition
   and cut.next_offset > taken.feed_offset
  join card on card.id = taken.card_id
