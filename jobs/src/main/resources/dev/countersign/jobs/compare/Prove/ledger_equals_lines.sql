-- Record by record: what the ledger owes the network for it is what its line says.
select 'record ' || coalesce(booked.id, line.id) || ': the ledger owes the network '
       || coalesce(booked.minor, 0) || ', its line says ' || coalesce(line.minor, 0) || ' '
       || coalesce(booked.currency, line.currency)
  from (select coalesce(clearing_id, case when event = 'scheme_fee' then subject else transaction_id end) as id,
               currency,
               sum(case when credit_account = '2010' then amount_minor else -amount_minor end) as minor
          from ledger_entry
         where mode = :mode
           and business_date = :businessDate
           and '2010' in (debit_account, credit_account)
           and event not in ('total_difference', 'network_paid', 'dispute_won', 'dispute_lost',
                             'dispute_reduced', 'dispute_withdrawn')
           -- Before cycles settled disputes, a chargeback had no record.
           and (event <> 'chargeback_settled' or clearing_id is not null)
         group by 1, 2) booked
  full join (select id, currency, sum(minor) as minor
               from (select record_id as id, settlement_currency as currency, net_minor as minor
                       from settlement_entry
                      where mode = :mode
                        and business_date = :businessDate
                     union all
                     select record_id, interchange_currency, -interchange_minor
                       from settlement_entry
                      where mode = :mode
                        and business_date = :businessDate
                        and interchange_minor <> 0) parts
              group by id, currency) line using (id, currency)
 where coalesce(booked.minor, 0) <> coalesce(line.minor, 0)
 limit 5
