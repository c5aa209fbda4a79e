-- What the month so far posted of earlier months, by the month that each record is of.
select late.origin_period,
       late.record_type,
       late.currency,
       late.count,
       late.debit as "debit@currency",
       late.credit as "credit@currency",
       late.debit - late.credit as "net@currency",
       late.origin_period is null as "(total)"
  from (select to_char(created_at at time zone 'UTC', 'YYYY-MM') as origin_period, record_type,
               settlement_currency as currency, count(*) as count,
               sum(case when direction = 'debit' then settlement_minor else 0 end) as debit,
               sum(case when direction = 'credit' then settlement_minor else 0 end) as credit
          from settlement_line
         where mode = :mode
           and business_date between :monthStart and :businessDate
           and date_trunc('month', created_at at time zone 'UTC')
               < date_trunc('month', cast(business_date as timestamp))
         group by grouping sets ((1, record_type, settlement_currency), (settlement_currency))) late
 order by late.origin_period nulls last, late.record_type, late.currency
