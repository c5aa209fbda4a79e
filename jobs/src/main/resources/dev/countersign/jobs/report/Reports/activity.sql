-- What the cards of each program did on the date and in its month so far, by the time of messages.
with latest as materialized (
    select distinct on (day, card_id) *
      from activity_total
     where mode = :mode
       and day between :monthStart and :businessDate
       and business_date <= :businessDate
     order by day, card_id, version desc
), reason as (
    select program_id, currency, string_agg(key || ' ' || count, ', ' order by key) as text
      from (select program_id, currency, key, sum(value::bigint) as count
              from latest
             cross join lateral jsonb_each_text(declined_reasons)
             where day = :businessDate
             group by program_id, currency, key) declined
     group by program_id, currency
)
select program_id as "program_id#prog_",
       currency,
       sum(authorized_count) filter (where day = :businessDate) as authorized_count,
       sum(authorized_minor) filter (where day = :businessDate) as "authorized@currency",
       sum(declined_count) filter (where day = :businessDate) as declined_count,
       min(reason.text) as declined_reasons,
       sum(reversed_minor) filter (where day = :businessDate) as "reversed@currency",
       sum(expired_minor) filter (where day = :businessDate) as "expired@currency",
       sum(cash_minor) filter (where day = :businessDate) as "cash@currency",
       sum(force_posted_minor) filter (where day = :businessDate) as "force_posted@currency",
       sum(counted_minor) filter (where day = :businessDate) as "counted@currency",
       sum(authorized_count) as month_authorized_count,
       sum(authorized_minor) as "month_authorized@currency",
       sum(declined_count) as month_declined_count,
       sum(counted_minor) as "month_counted@currency"
  from latest
  left join reason using (program_id, currency)
 group by program_id, currency
 order by program_id, currency
