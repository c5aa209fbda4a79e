-- What a chargeback that is won gives back above what cleared of its purchase, with the refunds of the
-- purchase and the chargebacks that were won before. What was reversed has left what cleared already.
with disputed as (
    select dispute.id, dispute.amount_minor, dispute.transaction_id, card.lineage_id
      from dispute
      join transaction on transaction.id = dispute.transaction_id
      join card on card.id = transaction.card_id
     where dispute.id = :dispute
), purchase as (
    select transaction_id
      from disputed
    union
    select other.transaction_id
      from disputed
      join purchase_reference own
        on own.lineage_id = disputed.lineage_id
       and own.transaction_id = disputed.transaction_id
      join purchase_reference other
        on other.lineage_id = own.lineage_id
       and other.reference = own.reference
), cleared as (
    select coalesce(sum(transaction.cleared_minor::numeric + transaction.held_minor), 0) as minor
      from purchase
      join transaction on transaction.id = purchase.transaction_id
     where transaction.type <> 'refund'
), refunded as (
    select coalesce(sum(credit.minor), 0) as minor
      from disputed
      join merchant_credit credit on credit.lineage_id = disputed.lineage_id
      join purchase on purchase.transaction_id = credit.transaction_id
     where credit.record_type = 'refund'
       and credit.on_date <= :businessDate
), won as (
    select coalesce(sum(before.amount_minor), 0) as minor
      from disputed
     cross join purchase
      join dispute before on before.transaction_id = purchase.transaction_id
     where before.id <> disputed.id
       and before.status = 'won'
       and before.booked_to_end
)
select greatest(0, least(disputed.amount_minor,
                         disputed.amount_minor + refunded.minor + won.minor - cleared.minor))::bigint
  from disputed
 cross join cleared
 cross join refunded
 cross join won
