-- Each unresolved dispute beside the merchant credits since it was opened: reversals of its transaction, and
-- refunds that name its purchase. Withdrawn disputes of the same purchase come first: what was given until
-- then was theirs.
with unresolved as materialized (
    select dispute.id, card.lineage_id, transaction.network_txn_id
      from dispute
      join transaction on transaction.id = dispute.transaction_id
      join card on card.id = transaction.card_id
     where dispute.mode = :mode
       and dispute.status in ('open', 'under_review')
), concerned as materialized (
    select id
      from unresolved
    union
    select withdrawn.id
      from unresolved
      join card on card.lineage_id = unresolved.lineage_id
      join transaction
        on transaction.card_id = card.id
       and transaction.network_txn_id = unresolved.network_txn_id
      join dispute withdrawn
        on withdrawn.transaction_id = transaction.id
       and withdrawn.status = 'withdrawn'
)
select dispute.id, dispute.transaction_id, dispute.amount_minor, dispute.currency, dispute.reason,
       dispute.status, dispute.evidence, dispute.created_at, dispute.resolved_at,
       dispute.amount_minor + dispute.reduced_minor as claimed_minor, credit.record_id, credit.minor,
       coalesce(given.here_minor, 0) as here_minor,
       greatest(0, credit.minor - coalesce(given.minor, 0)) as free_minor
  from concerned
  join dispute on dispute.id = concerned.id
  join transaction on transaction.id = dispute.transaction_id
  join card on card.id = transaction.card_id
  left join dispute_assessment assessment
    on assessment.break_id = dispute.break_id
   and assessment.dispute_id = dispute.id
  join merchant_credit credit
    on credit.lineage_id = card.lineage_id
   and credit.on_date <= :businessDate
   and credit.on_date > coalesce(assessment.business_date,
                                 (dispute.created_at at time zone 'UTC')::date - 1)
   and (dispute.status <> 'withdrawn'
        or credit.on_date <= (dispute.resolved_at at time zone 'UTC')::date)
   and (credit.transaction_id = dispute.transaction_id
        or (credit.record_type = 'refund'
            and exists (select 1
                          from purchase_reference refunded
                          join purchase_reference disputed
                            on disputed.lineage_id = refunded.lineage_id
                           and disputed.reference = refunded.reference
                         where refunded.lineage_id = credit.lineage_id
                           and refunded.transaction_id = credit.transaction_id
                           and disputed.transaction_id = dispute.transaction_id)))
  left join lateral (
           select sum(part.minor) as minor,
                  sum(part.minor) filter (where covered.transaction_id = dispute.transaction_id)
                    as here_minor
             from break_credit part
             join break covered on covered.id = part.break_id
            where part.record_id = credit.record_id) given on true
 order by dispute.status <> 'withdrawn', dispute.created_at, dispute.transaction_id, dispute.id,
          credit.on_date, credit.record_id
