-- Value dates that the bank stated or passed, each with what it moved and what the networks settle.
-- A cycle is what its network says; ours, where the network says nothing.
with stated as (
    select value_date, currency, sum(paid_minor) as minor
      from bank_entry
     where mode = :mode
     group by value_date, currency
), reach as (
    select currency, min(value_date) as first_date, max(value_date) as last_date
      from stated
     group by currency
), said as (
    select distinct on (settlement_date, network, institution, service, cycle, currency)
           settlement_date, network, institution, service, cycle, currency, net_minor, complete
      from network_total
     where mode = :mode
       and settlement_date >= (select min(first_date) from reach)
     order by settlement_date, network, institution, service, cycle, currency, version desc
), ours as (
    select settlement_date, network, institution, service, cycle, currency,
           sum(debit_minor - credit_minor - interchange_minor + fees_minor) as net_minor
      from cycle_part
     where mode = :mode
       and settlement_date >= (select min(first_date) from reach)
     group by settlement_date, network, institution, service, cycle, currency
), settled as (
    select settlement_date as value_date, currency,
           sum(coalesce(said.net_minor, ours.net_minor)) as minor,
           bool_and(coalesce(said.complete, true)) as complete
      from said
      full join ours using (settlement_date, network, institution, service, cycle, currency)
     group by settlement_date, currency
)
select compared.value_date,
       compared.currency,
       md5(concat_ws('|', cast(:mode as text), 'bank', compared.value_date, compared.currency))::uuid
         as subject,
       compared.bank_minor,
       compared.network_minor,
       compared.stated or compared.value_date < reach.last_date as told,
       compared.complete,
       coalesce(day.paid_minor, 0) as paid_minor,
       coalesce(day.difference_minor, 0) as difference_minor,
       day.written_off_minor,
       coalesce(day.bookings, 0) as bookings
  from (select value_date,
               currency,
               coalesce(stated.minor, 0) as bank_minor,
               stated.minor is not null as stated,
               coalesce(settled.minor, 0) as network_minor,
               coalesce(settled.complete, true) as complete
          from stated
          full join settled using (value_date, currency)) compared
  join reach
    on reach.currency = compared.currency
   and reach.first_date <= compared.value_date
  left join bank_day day
    on day.mode = :mode
   and day.value_date = compared.value_date
   and day.currency = compared.currency
 where day.state is null
    or day.state <> 'agrees'
    or day.bank_minor <> compared.bank_minor
    or day.network_minor <> compared.network_minor
    or not compared.complete
 order by compared.value_date, compared.currency
