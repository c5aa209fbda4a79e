-- The message behind a record: a clearing record, a notice such as a fee, or a single message.
select identity, kind, mode, feed_partition, feed_offset, file_id, record_no, network_txn_id,
       approval_code, merchant_name, merchant_mcc, merchant_country, created_at
  from clearing
 where id = :id
union all
select identity, kind, mode, feed_partition, feed_offset, null, null, null, approval_code, null, null,
       null, created_at
  from message
 where id = :id
union all
select identity, 'authorization', mode, feed_partition, feed_offset, null, null, network_txn_id,
       approval_code, merchant_name, merchant_mcc, merchant_country, created_at
  from transaction
 where id = :id
 limit 1
