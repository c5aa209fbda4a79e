-- What a funding account holds is what its transactions hold: those that the memo carries, those of
-- later dates, which the stream decides while the night of this one waits, and those that it decided
-- since the cut, or of which a message came since: the network may approve what was declined before it.
with holding as (
    select transaction_id as id
      from open_hold
     where mode = :mode
       and exists (select from funding_account where mode = :mode)
    union
    select id
      from transaction
     where id >= id_floor(:dayEnd)
       and created_at >= :dayEnd
       and mode = :mode
       and exists (select from funding_account where mode = :mode)
    union
    select transaction.id
      from transaction
      left join night_cut cut
        on cut.night_id = :night
       and cut.partition = transaction.feed_partition
     where transaction.feed_offset >= (select coalesce(min(next_offset), 0)
                                         from night_cut
                                        where night_id = :night)
       and transaction.feed_offset >= coalesce(cut.next_offset, 0)
       and exists (select from funding_account where mode = :mode)
    union
    select message.transaction_id
      from message
      left join night_cut cut
        on cut.night_id = :night
       and cut.partition = message.feed_partition
     where message.transaction_id is not null
       and message.feed_offset >= (select coalesce(min(next_offset), 0)
                                     from night_cut
                                    where night_id = :night)
       and message.feed_offset >= coalesce(cut.next_offset, 0)
       and exists (select from funding_account where mode = :mode)
), held as (
    select transaction.funding_id, sum(transaction.held_minor) as minor
      from holding
      join transaction on transaction.id = holding.id
     where transaction.funding_id is not null
     group by transaction.funding_id
)
select 'funding account ' || account.id || ' holds ' || account.held_minor || ', its transactions hold '
       || coalesce(held.minor, 0)
  from funding_account account
  left join held on held.funding_id = account.id
 where account.mode = :mode
   and account.held_minor <> coalesce(held.minor, 0)
 limit 5
