-- Funding accounts over the date: what each had, what moved it, and what it has; then, by currency, all
-- of them, the cards without one, and account 2100 of the ledger, which is the sum of the two. The cards
-- without one are told by the rows of the ledger that moved no funding account.
with account as (
    select funding.id, funding.program_id, funding.customer_id, funding.currency,
           case when day.business_date = :businessDate then day.opening_minor
                else day.closing_minor end as opening,
           case when day.business_date = :businessDate then day.credited_minor else 0 end as credited,
           case when day.business_date = :businessDate then day.debited_minor else 0 end as debited,
           case when day.business_date = :businessDate then day.cleared_minor else 0 end as cleared,
           case when day.business_date = :businessDate then day.refunded_minor else 0 end as refunded,
           case when day.business_date = :businessDate then day.reversed_minor else 0 end as reversed,
           case when day.business_date = :businessDate then day.disputed_minor else 0 end as disputed,
           case when day.business_date = :businessDate then day.other_minor else 0 end as other,
           day.closing_minor as closing
      from funding_account funding
     cross join lateral (
               select *
                 from funding_day
                where funding_id = funding.id
                  and business_date <= :businessDate
                order by business_date desc
                limit 1) day
     where funding.mode = :mode
), funded as (
    select currency, sum(opening) as opening, sum(credited) as credited, sum(debited) as debited,
           sum(cleared) as cleared, sum(refunded) as refunded, sum(reversed) as reversed,
           sum(disputed) as disputed, sum(other) as other, sum(closing) as closing
      from account
     group by currency
), posted as (
    select entry.currency, funding_kind(entry.event) as kind,
           sum(case when entry.credit_account = '2100' then entry.amount_minor
                    else -entry.amount_minor end) as minor,
           sum(case when movement.subject is not null then 0
                    when entry.credit_account = '2100' then entry.amount_minor
                    else -entry.amount_minor end) as unfunded
      from ledger_row entry
      left join funding_movement movement
        on movement.subject = entry.subject
       and movement.event = entry.event
       and movement.ordinal = entry.ordinal
     where entry.mode = :mode
       and entry.business_date = :businessDate
       and '2100' in (entry.debit_account, entry.credit_account)
       and exists (select from account)
     group by entry.currency, funding_kind(entry.event)
), ledger as (
    select currency,
           coalesce(sum(credit_minor - debit_minor) filter (where business_date < :businessDate), 0)
               as opening,
           sum(credit_minor - debit_minor) as closing
      from ledger_day
     where mode = :mode
       and account = '2100'
       and business_date <= :businessDate
       and currency in (select currency from account)
     group by currency
), kind as (
    select currency,
           array[coalesce(sum(minor) filter (where kind = 'credited'), 0),
                 coalesce(sum(minor) filter (where kind = 'debited'), 0),
                 coalesce(sum(minor) filter (where kind = 'cleared'), 0),
                 coalesce(sum(minor) filter (where kind = 'refunded'), 0),
                 coalesce(sum(minor) filter (where kind = 'reversed'), 0),
                 coalesce(sum(minor) filter (where kind = 'disputed'), 0),
                 coalesce(sum(minor) filter (where kind = 'other'), 0)] as posted,
           array[coalesce(sum(unfunded) filter (where kind = 'credited'), 0),
                 coalesce(sum(unfunded) filter (where kind = 'debited'), 0),
                 coalesce(sum(unfunded) filter (where kind = 'cleared'), 0),
                 coalesce(sum(unfunded) filter (where kind = 'refunded'), 0),
                 coalesce(sum(unfunded) filter (where kind = 'reversed'), 0),
                 coalesce(sum(unfunded) filter (where kind = 'disputed'), 0),
                 coalesce(sum(unfunded) filter (where kind = 'other'), 0)] as unfunded
      from posted
     group by currency
)
select line as "line",
       id as "funding_account_id#fund_",
       program_id as "program_id#prog_",
       customer_id as "customer_id#cus_",
       currency as "currency",
       opening as "opening@currency",
       credited as "credited@currency",
       debited as "debited@currency",
       cleared as "cleared@currency",
       refunded as "refunded@currency",
       reversed as "reversed@currency",
       disputed as "disputed@currency",
       other as "other@currency",
       closing as "closing@currency",
       place > 1 as "(total)"
  from (select 1 as place, 'funding account' as line, account.*
          from account
        union all
        select 2, 'all funding accounts', null, null, null, funded.*
          from funded
        union all
        select 3, 'cards without a funding account', null, null, null, ledger.currency, ledger.opening - funded.opening,
               coalesce(unfunded[1], 0), coalesce(unfunded[2], 0), coalesce(unfunded[3], 0),
               coalesce(unfunded[4], 0), coalesce(unfunded[5], 0), coalesce(unfunded[6], 0),
               coalesce(unfunded[7], 0), ledger.closing - funded.closing
          from ledger
          join funded using (currency)
          left join kind using (currency)
        union all
        select 4, 'ledger account 2100', null, null, null, ledger.currency, ledger.opening,
               coalesce(posted[1], 0), coalesce(posted[2], 0), coalesce(posted[3], 0),
               coalesce(posted[4], 0), coalesce(posted[5], 0), coalesce(posted[6], 0),
               coalesce(posted[7], 0), ledger.closing
          from ledger
          left join kind using (currency)) line
 order by currency, place, id
