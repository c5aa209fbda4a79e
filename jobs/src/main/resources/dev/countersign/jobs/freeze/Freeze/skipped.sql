-- What no night could process so far is tried again.
insert into night_work (night_id, lineage_id, kind, item_id)
select distinct cast(:night as bigint), lineage_id, kind, item_id
  from record_skipped
 where mode = :mode
   and not exists (select
                     from settlement_line
                    where settlement_line.id = record_skipped.item_id)
    on conflict do nothing
