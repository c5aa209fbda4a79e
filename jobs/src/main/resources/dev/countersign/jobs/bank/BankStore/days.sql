-- Value dates up to the business date that have something to compare, each with what the bank moved
-- and what the networks settle. A cycle is what its network says; ours, where the network says nothing.
-- What a bank did before its first statement is not known, but for what it was told to have paid; where
-- nothing is due it has nothing to say.
-- An entry pays what settles on its value date, or on the date that it was told to; a fee pays nothing,
-- nor does what moves a funding account. Currency that was bought is moved on its value date by both
-- accounts, and pays none either. Statements alone decide: what reports within a day say is shown as long
-- as no statement has told of the date, and counts for nothing.
with stated as (
    select coalesce(settles_on, value_date) as value_date, currency,
           coalesce(sum(paid_minor) filter (where not fee and not intraday), 0) as minor,
           coalesce(sum(paid_minor) filter (where not fee and intraday), 0) as reported_minor,
           coalesce(sum(paid_minor) filter (where fee and not intraday), 0) as fee_minor,
           not bool_and(intraday) as final
      from bank_entry
     where mode = :mode
       and funding_id is null
     group by coalesce(settles_on, value_date), currency
), reach as (
    select currency, min(stated_from) as first_date, max(stated_to) filter (where complete) as last_date
      from bank_statement
     where mode = :mode
       and kind = 'statement'
     group by currency
), total as (
    select distinct on (settlement_date, network, institution, service, cycle, currency)
           settlement_date, network, institution, service, cycle, currency, net_minor, complete
      from network_total
     where mode = :mode
       and settlement_date <= :businessDate
     order by settlement_date, network, institution, service, cycle, currency, version desc
), ours as (
    select settlement_date, network, institution, service, cycle, currency,
           sum(debit_minor - credit_minor - interchange_minor + fees_minor) as net_minor
      from cycle_part
     where mode = :mode
       and settlement_date <= :businessDate
     group by settlement_date, network, institution, service, cycle, currency
), settled as (
    select settlement_date as value_date, currency,
           sum(coalesce(total.net_minor, ours.net_minor)) as minor,
           bool_and(coalesce(total.complete, true)) as complete
      from total
      full join ours using (settlement_date, network, institution, service, cycle, currency)
     group by settlement_date, currency
), exchanged as (
    select value_date, currency, sum(minor) as minor
      from (select value_date, paid_currency as currency, paid_minor as minor
              from fx_purchase
             where mode = :mode
               and undone_at is null
            union all
            select value_date, bought_currency, -bought_minor
              from fx_purchase
             where mode = :mode
               and undone_at is null) leg
     group by value_date, currency
), booked as (
    select value_date, currency
      from bank_day
     where mode = :mode
       and (state <> 'agrees' or paid_minor <> 0 or difference_minor <> 0 or fee_minor <> 0)
), sides as (
    select value_date,
           currency,
           coalesce(stated.minor, 0) - coalesce(exchanged.minor, 0) as minor,
           coalesce(stated.reported_minor, 0) as reported_minor,
           coalesce(stated.fee_minor, 0) as fee_minor,
           coalesce(stated.final, false) as stated,
           coalesce(stated.final, false) or coalesce(value_date <= reach.last_date, false) as stated_for_good,
           reach.first_date,
           coalesce(settled.minor, 0) as network_minor,
           coalesce(settled.complete, true) as complete
      from stated
      full join settled using (value_date, currency)
      full join booked using (value_date, currency)
      full join exchanged using (value_date, currency)
      left join reach using (currency)
     where value_date <= :businessDate
), compared as (
    select value_date, currency, first_date, stated, stated_for_good, network_minor, complete, fee_minor,
           minor + case when stated_for_good then 0 else reported_minor end as bank_minor
      from sides
)
select compared.value_date,
       compared.currency,
       md5(concat_ws('|', cast(:mode as text), 'bank', compared.value_date, compared.currency))::uuid
         as subject,
       compared.bank_minor,
       compared.network_minor,
       compared.stated_for_good,
       compared.complete,
       coalesce(day.paid_minor, 0) as paid_minor,
       coalesce(day.difference_minor, 0) as difference_minor,
       compared.fee_minor as fee_due_minor,
       coalesce(day.fee_minor, 0) as fee_minor,
       day.written_off_minor,
       coalesce(day.bookings, 0) as bookings
  from compared
  left join bank_day day
    on day.mode = :mode
   and day.value_date = compared.value_date
   and day.currency = compared.currency
 where (compared.first_date <= compared.value_date
        or day.subject is not null
        or compared.stated
        or (compared.bank_minor = 0 and compared.network_minor = 0))
   and (day.state is null
        or day.state <> 'agrees'
        or day.bank_minor <> compared.bank_minor
        or day.network_minor <> compared.network_minor
        or day.fee_minor <> compared.fee_minor
        or not compared.complete
        or not compared.stated_for_good and (compared.bank_minor <> 0 or compared.network_minor <> 0))
 order by compared.value_date, compared.currency
