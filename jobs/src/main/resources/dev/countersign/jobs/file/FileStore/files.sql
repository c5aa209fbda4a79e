-- Files that are not posted, and those of which this night has something new.
select file.network,
       file.file_id,
       file.source_system,
       file.file_seq,
       file.subject,
       file.announced,
       file.closed,
       file.written_off,
       file.stated_debit_count,
       file.stated_debit_minor,
       file.stated_credit_count,
       file.stated_credit_minor,
       coalesce(found.debit_count, 0) as debit_count,
       coalesce(found.debit_minor, 0) as debit_minor,
       coalesce(found.credit_count, 0) as credit_count,
       coalesce(found.credit_minor, 0) as credit_minor,
       found.currency
  from clearing_file file
  left join lateral (
           select sum(debit_count) as debit_count, sum(debit_minor) as debit_minor,
                  sum(credit_count) as credit_count, sum(credit_minor) as credit_minor,
                  case when min(currency) = max(currency) and count(currency) = count(*)
                       then min(currency) end as currency
             from clearing_file_part part
            where part.mode = file.mode
              and part.network = file.network
              and part.file_id = file.file_id) found on true
 where file.mode = :mode
   and (file.state <> 'accepted'
        or exists (select 1
                     from clearing_file_part part
                    where part.mode = file.mode
                      and part.network = file.network
                      and part.file_id = file.file_id
                      and part.night_id = :night))
 order by file.network, file.file_id
