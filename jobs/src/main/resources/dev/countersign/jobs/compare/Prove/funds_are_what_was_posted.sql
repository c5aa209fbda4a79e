-- The balance of a funding account is account 2100 seen from its owner: each journal of the date that
-- was posted for one of its transactions moved it by just that, and its movements are its balance.
select 'journal ' || entry.subject || ' (' || entry.event || ') posts ' || entry.amount_minor
       || ' for transaction ' || entry.transaction_id || ', its funding account was moved by '
       || coalesce(movement.balance_minor, 0)
  from ledger_row entry
  join transaction on transaction.id = entry.transaction_id
  left join funding_movement movement
    on movement.subject = entry.subject
   and movement.event = entry.event
   and movement.ordinal = entry.ordinal
 where exists (select from funding_account where mode = :mode)
   and entry.mode = :mode
   and entry.business_date = :businessDate
   and '2100' in (entry.debit_account, entry.credit_account)
   and transaction.funding_id is not null
   and (movement.funding_id is distinct from transaction.funding_id
        or movement.balance_minor
           <> case when entry.credit_account = '2100' then entry.amount_minor
                   else -entry.amount_minor end)
union all
select 'funding account ' || account.id || ' has ' || account.balance_minor || ', its movements say '
       || coalesce(moved.minor, 0)
  from funding_account account
  left join lateral (
           select sum(balance_minor) as minor
             from funding_movement
            where funding_id = account.id) moved on true
 where account.mode = :mode
   and account.balance_minor <> coalesce(moved.minor, 0)
 limit 5
