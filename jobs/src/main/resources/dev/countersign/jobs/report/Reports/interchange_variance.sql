-- The records of the date whose interchange is not what the imported rates say, or for which there is no
-- rate; then, cycle by cycle, all records of the date: what they told is the interchange of the
-- settlement-detail. Empty where no rates were imported.
with checked as (
    select line.*, card.program_id, expected.rate_line, expected.interchange_minor as expected_minor,
           expected.scheme_fee_minor, expected.line_id is not null as to_check
      from settlement_line line
      left join expected_interchange expected on expected.line_id = line.id
      left join card on card.id = line.card_id
     where line.mode = :mode
       and line.business_date = :businessDate
       and exists (select
                     from expected_interchange
                    where mode = :mode
                      and business_date = :businessDate)
)
select shown.line,
       shown.network,
       shown.institution as institution_id,
       shown.service,
       shown.settlement_date,
       shown.cycle,
       shown.record_type,
       shown.clearing_id as "clearing_id#clr_",
       shown.transaction_id as "transaction_id#txn_",
       shown.program_id as "program_id#prog_",
       shown.rate_line,
       shown.records,
       shown.currency,
       shown.expected as "expected@currency",
       shown.reported as "reported@currency",
       shown.reported - shown.without_rate - shown.expected as "difference@currency",
       shown.without_rate as "without_rate@currency",
       shown.expected_fees as "expected_scheme_fees@currency",
       shown.reported_fees as "reported_scheme_fees@currency",
       shown.place = 2 as "(total)"
  from (select 1 as place, 'record' as line, network, settlement_institution as institution,
               settlement_service as service, settlement_date, settlement_cycle as cycle, record_type,
               id as clearing_id, transaction_id, program_id, rate_line, 1 as records,
               interchange_currency as currency, coalesce(expected_minor, 0) as expected,
               interchange_minor as reported,
               case when expected_minor is null then interchange_minor else 0 end as without_rate,
               scheme_fee_minor as expected_fees, null::numeric as reported_fees
          from checked
         where to_check
           and expected_minor is distinct from interchange_minor
        union all
        select 2, 'cycle', network, settlement_institution, settlement_service, settlement_date,
               settlement_cycle, null, null, null, null, null,
               count(*) filter (where to_check), interchange_currency,
               coalesce(sum(expected_minor), 0), sum(interchange_minor),
               coalesce(sum(interchange_minor) filter (where expected_minor is null), 0),
               sum(scheme_fee_minor),
               coalesce(sum(case direction when 'debit' then amount_minor else -amount_minor end)
                          filter (where record_type = 'fee'), 0)
          from checked
         group by network, settlement_institution, settlement_service, settlement_date,
                  settlement_cycle, interchange_currency) shown
 order by shown.network, shown.institution, shown.service, shown.settlement_date, shown.cycle,
          shown.currency, shown.place, shown.clearing_id
