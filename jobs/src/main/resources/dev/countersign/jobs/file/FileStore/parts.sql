-- What tonight's work holds of each file. What a night before could not process was counted by that night.
insert into clearing_file_part (mode, network, file_id, night_id, debit_count, debit_minor, credit_count,
                                credit_minor, currency)
select :mode,
       clearing.network,
       clearing.file_id,
       :night,
       count(*) filter (where clearing.direction = 'debit'),
       coalesce(sum(clearing.amount_minor) filter (where clearing.direction = 'debit'), 0),
       count(*) filter (where clearing.direction = 'credit'),
       coalesce(sum(clearing.amount_minor) filter (where clearing.direction = 'credit'), 0),
       case when min(clearing.currency) = max(clearing.currency) then min(clearing.currency) end
  from night_work work
  join clearing on clearing.id = work.item_id
 where work.night_id = :night
   and work.kind = 'clearing'
   and clearing.file_id is not null
   and not exists (select
                     from skipped_record
                    where skipped_record.item_id = clearing.id)
 group by clearing.network, clearing.file_id
