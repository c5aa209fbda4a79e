-- What no night could process so far is tried again, unless it waits with its file, or a person has settled
-- its break: what was resolved or written off is not posted as well.
insert into night_work (night_id, lineage_id, kind, item_id)
select distinct cast(:night as bigint), lineage_id, kind, item_id
  from skipped_record
 where mode = :mode
   and not exists (select
                     from settlement_line
                    where settlement_line.id = skipped_record.item_id)
   and not exists (select
                     from held_clearing
                    where held_clearing.clearing_id = skipped_record.item_id)
   and not exists (select
                     from break
                    where break.type = 'RECORD_NOT_POSTED'
                      and break.mode = skipped_record.mode
                      and coalesce(break.clearing_id, break.transaction_id) = skipped_record.item_id
                      and break.state not in ('open', 'investigating'))
    on conflict do nothing
