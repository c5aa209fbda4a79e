-- What was posted in the month so far, by business date, program and kind; a month is its days.
select posting.business_date,
       posting.program_id as "program_id#prog_",
       posting.kind,
       posting.currency,
       posting.count,
       posting.debit_minor as "debit@currency",
       posting.credit_minor as "credit@currency",
       posting.business_date is null as "(total)"
  from (select business_date, program_id, kind, currency, sum(count) as count,
               sum(debit_minor) as debit_minor, sum(credit_minor) as credit_minor
          from posting_total
         where mode = :mode
           and business_date between :monthStart and :businessDate
         group by grouping sets ((business_date, program_id, kind, currency), (kind, currency))) posting
 order by posting.business_date nulls last, posting.program_id nulls last, posting.kind,
          posting.currency
