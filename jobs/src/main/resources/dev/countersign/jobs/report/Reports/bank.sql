-- Value dates on which the bank and the networks do not agree, and those that this date booked.
select day.value_date,
       day.currency,
       day.bank_minor as "bank@currency",
       day.network_minor as "networks@currency",
       day.bank_minor - day.network_minor as "difference@currency",
       day.state,
       day.paid_minor as "booked_as_paid@currency",
       day.difference_minor as "booked_as_difference@currency",
       day.fee_minor as "booked_as_fee@currency"
  from bank_day day
 where day.mode = :mode
   and (day.state <> 'agrees'
        or exists (select 1
                     from bank_booking booking
                    where booking.subject = day.subject
                      and booking.business_date = :businessDate))
 order by day.value_date, day.currency
