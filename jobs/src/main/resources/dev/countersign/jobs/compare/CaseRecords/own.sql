-- The disputes that cases are, with all that each ever claimed.
select dispute.id, dispute.account_id, dispute.transaction_id, transaction.card_id, card.program_id,
       dispute.currency,
       least(dispute.amount_minor::numeric + dispute.reduced_minor, 9223372036854775807)::bigint as minor
  from dispute
  join transaction on transaction.id = dispute.transaction_id
  join card on card.id = transaction.card_id
 where dispute.id = any(:ids)
   and dispute.mode = :mode
