-- Clearing files that are not posted, and those about which this date decided.
select file.source_system as source,
       file.network,
       file.file_id,
       file.file_seq,
       case when file.announced then 'yes' else 'no' end as header,
       case when file.closed then 'yes' else 'no' end as trailer,
       file.state,
       case when file.written_off then 'yes' else 'no' end as posted_as_it_came,
       file.stated_debit_count as trailer_debit_count,
       file.stated_debit_minor as trailer_debit_sum,
       file.stated_credit_count as trailer_credit_count,
       file.stated_credit_minor as trailer_credit_sum,
       coalesce(sum(part.debit_count), 0) as debit_count,
       coalesce(sum(part.debit_minor), 0) as debit_sum,
       coalesce(sum(part.credit_count), 0) as credit_count,
       coalesce(sum(part.credit_minor), 0) as credit_sum
  from clearing_file file
  left join clearing_file_part part
    on part.mode = file.mode
   and part.network = file.network
   and part.file_id = file.file_id
 where file.mode = :mode
   and (file.state <> 'accepted' or file.business_date = :businessDate)
 group by file.mode, file.network, file.file_id
 order by file.source_system, file.network, file.received_at, file.file_id
