-- Gives the records that waited for a file that is accepted now to tonight's work.
with released as (
    delete from held_clearing held
     using clearing_file file
     where held.mode = :mode
       and file.mode = held.mode
       and file.network = held.network
       and file.file_id = held.file_id
       and file.state = 'accepted'
    returning held.clearing_id, held.lineage_id
)
insert into night_work (night_id, lineage_id, kind, item_id)
select :night, lineage_id, 'clearing', clearing_id
  from released
    on conflict do nothing
