-- What a night left aside, item by item, each with the reason: records in suspense and those that could
-- not be processed, records of files that are held back, and differences that are not disputed.
select 'settle' as step, coalesce(lower(break_type), 'suspense') as reason, 'record' as kind, id,
       transaction_id, settlement_minor as minor, settlement_currency as currency
  from settlement_line
 where mode = :mode
   and business_date = :date
   and night_id = :night
   and outcome = 'suspended'
union all
select 'files', case when file.state = 'rejected' then 'file_rejected' else 'file_waits_for_its_trailer' end,
       'file', held.clearing_id, null, record.amount_minor, record.currency
  from held_clearing held
  join clearing_file file using (mode, network, file_id)
  join clearing_file_part part using (mode, network, file_id)
  join clearing record on record.id = held.clearing_id
 where held.mode = :mode
   and part.night_id = :night
union all
select 'disputes', case when decided.outcome = 'expired' then 'deadline_passed' else decided.code end,
       'break', decided.break_id, decided.transaction_id, coalesce(decided.amount_minor, break.amount_minor),
       coalesce(decided.currency, break.currency)
  from dispute_assessment decided
  join break on break.id = decided.break_id
 where decided.mode = :mode
   and decided.business_date = :date
   and decided.outcome in ('never', 'expired')
union all
select 'settle', 'not_posted', 'record', skipped.item_id, single.id,
       coalesce(record.amount_minor, single.approved_minor), coalesce(record.currency, single.currency)
  from skipped_record skipped
  left join clearing record on record.id = skipped.item_id
  left join transaction single on single.id = skipped.item_id
 where skipped.night_id = :night
