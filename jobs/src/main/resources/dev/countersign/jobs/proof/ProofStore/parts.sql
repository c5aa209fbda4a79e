-- What a date moved the network's account by, from the sums that its night kept.
select currency, component, sum(count) as count, sum(minor) as minor
  from (select currency, kind as component, count, debit_minor - credit_minor as minor
          from posting_total
         where mode = :mode
           and business_date = :date
        union all
        select currency, 'paid', 1, -paid_minor
          from bank_booking
         where mode = :mode
           and business_date = :date
           and paid_minor <> 0) part
 group by currency, component
 order by currency, component
