-- Records that wait in suspense since they are settled in another currency than their card's, and that
-- their program may be settled in by now. What was written off stays so.
insert into night_work (night_id, lineage_id, kind, item_id)
select :night, line.lineage_id, 'clearing', line.id
  from open_break
  join settlement_line line on line.id = open_break.clearing_id
  join clearing on clearing.id = line.id
  join card on card.id = clearing.card_id
 where open_break.mode = :mode
   and open_break.type = 'CURRENCY_MISMATCH'
   and line.outcome = 'suspended'
   and line.identified_transaction_id is null
   and clearing.currency = card.currency
   and clearing.settlement_minor > -9223372036854775808
   and exists (select
                 from unnest(cast(:programs as uuid[]), cast(:institutions as text[]),
                             cast(:currencies as text[]))
                      as agreed (program_id, institution, currency)
                where agreed.program_id = card.program_id
                  and agreed.currency = clearing.settlement_currency
                  and agreed.institution in ('', clearing.settlement_institution))
    on conflict do nothing
