-- Whether anything was decided since the feed stood there that one of the records waits for.
select exists (
    select
      from unnest(:cards, :lifecycles, :stans, :acquirers, :firsts, :lasts)
           as waiting (card_id, network_txn_id, stan, acquirer_id, first_id, last_id)
      join transaction
        on transaction.card_id = waiting.card_id
       and transaction.id >= waiting.first_id
       and transaction.id < waiting.last_id
      left join unnest(:partitions, :offsets) as read (partition, next_offset)
        on read.partition = transaction.feed_partition
     where (transaction.network_txn_id = waiting.network_txn_id
            or (transaction.stan = waiting.stan and transaction.acquirer_id = waiting.acquirer_id))
       and transaction.feed_offset >= coalesce(read.next_offset, 0))
