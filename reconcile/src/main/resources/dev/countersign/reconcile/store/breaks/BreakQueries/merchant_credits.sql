with purchase as (
    select break.id, break.clearing_id, break.transaction_id, card.lineage_id,
           transaction.created_at,
           array(select reference
                   from purchase_reference
                  where purchase_reference.lineage_id = card.lineage_id
                    and purchase_reference.transaction_id = break.transaction_id) as names
      from break
      join transaction on transaction.id = break.transaction_id
      join card on card.id = break.card_id
     where break.id = :id
)
select clearing.id as row, clearing.kind = 'clearing_reversal' as reversal,
       clearing.amount_minor as minor, coalesce(part.minor, 0) as covers_minor,
       clearing.currency, clearing.created_at as at,
       case when clearing.kind <> 'clearing_reversal'
            then coalesce(line.identified_transaction_id, line.transaction_id,
                          clearing.transaction_id) end as transaction,
       coalesce(line.identified_on, line.business_date) as settled_on,
       coalesce(line.outcome = 'suspended'
                and line.identified_transaction_id is null, false) as suspended
  from purchase
  join card on card.lineage_id = purchase.lineage_id
  join clearing
    on clearing.card_id = card.id
   and clearing.id >= id_floor(purchase.created_at - interval '2 days')
   and clearing.id is distinct from purchase.clearing_id
  left join settlement_line line on line.id = clearing.id
  left join break_credit part
    on part.break_id = purchase.id
   and part.record_id = clearing.id
 where part.minor is not null
    or (clearing.kind <> 'clearing_reversal'
        and (clearing.direction = 'credit' or clearing.type = 'refund')
        and clearing.original_network_txn_id = any(purchase.names))
    or (clearing.kind = 'clearing_reversal'
        and exists (select 1
                      from settlement_line reversed
                     where reversed.lineage_id = purchase.lineage_id
                       and reversed.arn = clearing.arn
                       and reversed.record_type <> 'reversal'
                       and coalesce(reversed.identified_transaction_id,
                                    reversed.transaction_id)
                           = purchase.transaction_id))
 order by clearing.id
 limit :limit
