insert into cycle_part (mode, business_date, network, institution, service, settlement_date, cycle,
                        currency, debit_count, debit_minor, credit_count, credit_minor,
                        interchange_minor, fees_minor, collected_minor)
select :mode, business_date, network, institution, service, settlement_date, cycle, settlement_currency,
       count(*) filter (where direction = 'debit' and record_type not in ('fee', 'correction')),
       coalesce(sum(settlement_minor) filter (where direction = 'debit' and record_type <> 'fee'), 0),
       count(*) filter (where direction = 'credit' and record_type not in ('fee', 'correction')),
       coalesce(sum(settlement_minor) filter (where direction = 'credit' and record_type <> 'fee'), 0),
       sum(same_interchange_minor),
       coalesce(sum(net_minor) filter (where record_type = 'fee'), 0),
       -- A fee that was collected came as a message; one that only a total states did not.
       coalesce(sum(net_minor) filter (
                    where record_type = 'fee'
                      and exists (select from message where message.id = settlement_entry.id)), 0)
  from settlement_entry
 where mode = :mode
   and business_date between :firstDate and :businessDate
   and settlement_date is not null
 group by business_date, network, institution, service, settlement_date, cycle, settlement_currency
