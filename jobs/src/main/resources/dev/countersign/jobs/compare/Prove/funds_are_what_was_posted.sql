-- The balance of a funding account is account 2100 seen from its owner: each journal of the date that
-- was posted for one of its transactions moved it by just that, nothing else did, and it has what it
-- had at the end of the date with what came since.
select 'journal ' || coalesce(entry.subject, movement.subject) || ' ('
       || coalesce(entry.event, movement.event) || ') posts ' || coalesce(entry.minor, 0)
       || coalesce(' for transaction ' || entry.transaction_id, '') || ', its funding account was moved by '
       || coalesce(movement.balance_minor, 0)
  from (select entry.subject, entry.event, entry.ordinal, entry.transaction_id, transaction.funding_id,
               case when entry.credit_account = '2100' then entry.amount_minor
                    else -entry.amount_minor end as minor
          from ledger_row entry
          left join transaction on transaction.id = entry.transaction_id
         where exists (select from funding_account where mode = :mode)
           and entry.mode = :mode
           and entry.business_date = :businessDate
           and '2100' in (entry.debit_account, entry.credit_account)) entry
  full join (select subject, event, ordinal, funding_id, balance_minor
               from funding_movement
              where mode = :mode
                and business_date = :businessDate
                and balance_minor <> 0) movement
         on movement.subject = entry.subject
        and movement.event = entry.event
        and movement.ordinal = entry.ordinal
 where (entry.funding_id is not null or movement.subject is not null)
   and (movement.balance_minor is distinct from entry.minor
        or coalesce(entry.funding_id, movement.funding_id) <> movement.funding_id)
union all
select 'funding account ' || account.id || ' has ' || account.balance_minor || ', its movements say '
       || coalesce(closing.minor, 0) + coalesce(later.minor, 0)
  from funding_account account
  left join lateral (
           select closing_minor as minor
             from funding_day
            where funding_id = account.id
              and business_date <= :businessDate
            order by business_date desc
            limit 1) closing on true
  left join (select funding_id, sum(balance_minor) as minor
               from funding_movement
              where mode = :mode
                and business_date > :businessDate
              group by funding_id) later on later.funding_id = account.id
 where account.mode = :mode
   and account.balance_minor <> coalesce(closing.minor, 0) + coalesce(later.minor, 0)
 limit 5
