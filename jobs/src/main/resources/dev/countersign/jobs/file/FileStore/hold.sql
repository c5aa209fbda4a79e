-- Takes the records of files that are not accepted off tonight's work, to wait with their file.
with held as (
    insert into held_clearing (clearing_id, mode, network, file_id, lineage_id)
    select clearing.id, :mode, file.network, file.file_id, work.lineage_id
      from clearing_file file
      join clearing
        on clearing.network = file.network
       and clearing.file_id = file.file_id
      join night_work work
        on work.night_id = :night
       and work.kind = 'clearing'
       and work.item_id = clearing.id
     where file.mode = :mode
       and file.state <> 'accepted'
    returning clearing_id, lineage_id
)
delete from night_work work
 using held
 where work.night_id = :night
   and work.kind = 'clearing'
   and work.lineage_id = held.lineage_id
   and work.item_id = held.clearing_id
