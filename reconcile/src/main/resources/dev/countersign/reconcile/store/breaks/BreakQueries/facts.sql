select clearing.amount_minor as record_minor,
       coalesce(clearing.currency, transaction.currency) as currency,
       coalesce(clearing.merchant_id, transaction.merchant_id) as merchant_id,
       coalesce(clearing.merchant_name, transaction.merchant_name)
           as merchant_name,
       clearing.network_txn_id as reference, clearing.approval_code,
       clearing.arn, transaction.requested_minor,
       transaction.cleared_minor, transaction.origin,
       transaction.response_code, transaction.decline_code
  from break
  left join clearing on clearing.id = break.clearing_id
  left join transaction on transaction.id = break.transaction_id
 where break.id = :id
