-- Each merchant credit of this night beside every open break that it may cover, both with the earlier
-- first; and what is left of earlier credits beside breaks that were found with this night, of records that
-- waited with their file. A credit covers breaks of the purchase that it names, on any card of the lineage,
-- whose record came before it. A refund, or the reversal of a clearing, covers what was charged too much; the
-- reversal of a refund covers what was refunded too much. A record in suspense has given nothing back yet.
with tonight as (
    select id
      from settlement_line
     where mode = :mode
       and business_date = :businessDate
       and record_type in ('refund', 'reversal')
       and transaction_id is not null
    union
    select id
      from settlement_line
     where mode = :mode
       and identified_on = :businessDate
       and record_type in ('refund', 'reversal')
    union
    select credit.record_id
      from open_break found
      join card on card.id = found.card_id
      join merchant_credit credit
        on credit.lineage_id = card.lineage_id
       and credit.mode = found.mode
     where found.mode = :mode
       and found.origin_date = :businessDate
       and found.type = any(:types)
)
select credit.record_id, credit.minor - given.minor as credit_minor, break.id as break_id,
       break.amount_minor - covered.minor as uncovered_minor
  from tonight
  join merchant_credit credit on credit.record_id = tonight.id
  join clearing on clearing.id = tonight.id
  join card on card.lineage_id = credit.lineage_id
  join open_break break
    on break.mode = credit.mode
   and break.card_id = card.id
   and break.origin_date <= :businessDate
   and break.type = any(:types)
   and (break.type = 'REFUND_EXCEEDS') = credit.of_refund
  left join clearing disputed on disputed.id = break.clearing_id
 cross join lateral (
          select coalesce(sum(break_credit.minor), 0) as minor
            from break_credit
           where break_credit.record_id = tonight.id) given
 cross join lateral (
          select coalesce(sum(break_credit.minor), 0) as minor
            from break_credit
           where break_credit.break_id = break.id) covered
 where credit.minor > given.minor
   and (disputed.id is null
        or (disputed.created_at, disputed.feed_partition, disputed.feed_offset)
           < (clearing.created_at, clearing.feed_partition, clearing.feed_offset))
   and (break.transaction_id = credit.transaction_id
        or exists (select 1
                     from purchase_reference credited
                     join purchase_reference charged
                       on charged.lineage_id = credited.lineage_id
                      and charged.reference = credited.reference
                    where credited.lineage_id = credit.lineage_id
                      and credited.transaction_id = credit.transaction_id
                      and charged.transaction_id = break.transaction_id))
 order by clearing.created_at, clearing.feed_partition, clearing.feed_offset, tonight.id,
          break.origin_date, disputed.created_at, disputed.feed_partition, disputed.feed_offset, break.id
