-- Differences that nobody has decided about, all of a transaction together, with what decides it: what
-- refunds of the same lifecycle, on any card of the chain, gave back for other differences, whether
-- there was a dispute, and whether something was taken back since. What was presented again after a
-- reversal is not asked when: its purchase was reversed, and what it was presented for is for a person
-- to say.
select break.id, break.type, break.amount_minor, break.origin_date, break.transaction_id,
       break.detail::text as detail, clearing.created_at as processed_at,
       clearing.arn,
       case when purchase.refunded_minor > 0
            then (select coalesce(sum(share.minor), 0)
                    from card own
                    join card member on member.lineage_id = own.lineage_id
                    join transaction beside on beside.card_id = member.id
                    join break other on other.transaction_id = beside.id
                    join break_credit share on share.break_id = other.id
                    join settlement_line line
                      on line.id = share.record_id
                     and line.record_type = 'refund'
                   where own.id = purchase.card_id
                     and beside.network_txn_id = purchase.network_txn_id
                     and beside.id <> purchase.id)
            else 0 end as answered_minor,
       exists (select 1
                 from dispute
                where dispute.transaction_id = break.transaction_id) as disputed,
       exists (select 1
                 from card
                 join posted_amount share
                   on share.lineage_id = card.lineage_id
                  and share.record_type = 'reversal'
                  and share.transaction_id = break.transaction_id
                  and (share.arn = clearing.arn
                       or share.created_at >= clearing.created_at
                       or break.type = 'CLEARED_AFTER_REVERSAL')
                where card.id = clearing.card_id)
         as reversed,
       break.type = 'CLEARING_WITHOUT_AUTH'
         and break.detail -> 'evidence' is null
         and coalesce(clearing.chip_verified, false) as offline
  from open_break break
  join transaction purchase on purchase.id = break.transaction_id
  left join clearing on clearing.id = break.clearing_id
  left join dispute_assessment on dispute_assessment.break_id = break.id
 where break.mode = :mode
   and break.type = any(:types)
   and break.origin_date <= :businessDate
   and break.transaction_id > :after
   and dispute_assessment.break_id is null
 order by break.transaction_id
 fetch first :limit rows with ties
