insert into posting_total (mode, business_date, account_id, program_id, currency, kind, count,
                           debit_minor, credit_minor)
select :mode, business_date, account_id, program_id, currency, kind, count(*),
       coalesce(sum(minor) filter (where debit), 0),
       coalesce(sum(minor) filter (where not debit), 0)
  from (select line.business_date,
               line.account_id,
               card.program_id,
               line.settlement_currency as currency,
               case line.record_type
                    when 'clearing' then 'purchase'
                    when 'atm' then 'cash'
                    else line.record_type end as kind,
               line.direction = 'debit' as debit,
               line.settlement_minor as minor
          from settlement_line line
          left join card on card.id = line.card_id
         where line.mode = :mode
           and line.business_date between :firstDate and :businessDate
        union all
        select line.business_date, line.account_id, card.program_id, line.interchange_currency, 'interchange',
               line.interchange_minor < 0, abs(line.interchange_minor)
          from settlement_line line
          left join card on card.id = line.card_id
         where line.mode = :mode
           and line.business_date between :firstDate and :businessDate
           and line.interchange_minor <> 0
        union all
        select entry.business_date, entry.account_id, null, entry.currency,
               case when entry.event = 'total_difference' then 'difference'
                    else 'dispute' end,
               entry.credit_account = '2010', entry.amount_minor
          from ledger_entry entry
         where entry.mode = :mode
           and entry.business_date between :firstDate and :businessDate
           and (entry.event in ('total_difference', 'chargeback_settled')
                or entry.event like 'dispute%')
           and entry.clearing_id is null
           and '2010' in (entry.debit_account, entry.credit_account)) posted
 group by business_date, account_id, program_id, currency, kind
