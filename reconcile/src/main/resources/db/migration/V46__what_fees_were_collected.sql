-- The part of a cycle's fees of which messages told; the rest is what the network's total says beyond
-- them. A fee that was collected names the account that it is about.
alter table cycle_part add column collected_minor numeric not null default 0;

update cycle_part part
   set collected_minor = collected.minor
  from (select mode, business_date, network, coalesce(settlement_institution, '') as institution,
               coalesce(settlement_service, '') as service, settlement_date,
               coalesce(settlement_cycle, 1) as cycle, settlement_currency as currency,
               sum(case when direction = 'debit' then settlement_minor else -settlement_minor end)
                 as minor
          from settlement_line
         where record_type = 'fee'
           and account_id is not null
           and settlement_date is not null
         group by 1, 2, 3, 4, 5, 6, 7, 8) collected
 where (part.mode, part.business_date, part.network, part.institution, part.service,
        part.settlement_date, part.cycle, part.currency)
       = (collected.mode, collected.business_date, collected.network, collected.institution,
          collected.service, collected.settlement_date, collected.cycle, collected.currency);

alter table cycle_part alter column collected_minor drop default;
