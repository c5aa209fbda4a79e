-- What the merchant asked for, in its own currency: what cleared before a late authorization is compared
-- with it there, since the billed amounts of both move with rates.
alter table message
    add column merchant_amount_minor bigint,
    add column merchant_currency     char(3);

-- What refunds gave back, since then, for differences of other purchases of the same lifecycle: they name
-- the lifecycle, and what answered one difference answers no other. What was disputed and withdrawn by
-- them is not in it, nor what a reversal gave back, which names the one purchase it was posted to.
create function answered_beside(purchase_id uuid, answer text, since timestamptz) returns bigint
    language sql stable
as $$
select least(coalesce(sum(other.amount_minor), 0), 9223372036854775807)::bigint
  from transaction purchase
  join card on card.id = purchase.card_id
  join card member on member.lineage_id = card.lineage_id
  join transaction beside
    on beside.card_id = member.id
   and beside.network_txn_id = purchase.network_txn_id
   and beside.id <> purchase.id
  join break other
    on other.transaction_id = beside.id
   and other.state = 'resolved'
   and other.resolution = answer
   and other.resolved_by = 'night'
   and other.closed_at > since
 where purchase.id = purchase_id
   and not exists (select 1
                     from dispute
                    where dispute.transaction_id = beside.id
                      and dispute.status = 'withdrawn')
   and not exists (select 1
                     from settlement_line line
                    where line.lineage_id = card.lineage_id
                      and line.record_type = 'reversal'
                      and coalesce(line.identified_transaction_id, line.transaction_id) = beside.id)
$$;
