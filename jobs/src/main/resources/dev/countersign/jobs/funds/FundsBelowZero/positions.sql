-- Accounts without enough for what they hold, and those of which a break says that they are below zero, or
-- said so until an operator closed it: each with its holds as the memo carries them, and apart the part that
-- advices of the network decided.
with account as (
    select id, currency, balance_minor
      from funding_account
     where mode = :mode
       and (balance_minor < held_minor
            or id in (select subject
                        from break
                       where type = 'FUNDS_NEGATIVE'
                         and mode = :mode
                         and (state in ('open', 'investigating')
                              or (resolved_by <> 'night' and detail -> 'gone' is null))))
), held as (
    select transaction.funding_id as id, sum(open_hold.held_minor) as minor,
           sum(case when advised.by_network then open_hold.held_minor else 0 end) as by_network_minor
      from open_hold
      join transaction on transaction.id = open_hold.transaction_id
     cross join lateral (
              select exists (select
                               from message
                              where message.transaction_id = open_hold.transaction_id
                                and message.kind = 'authorization_advice') as by_network) advised
     where open_hold.mode = :mode
       and transaction.funding_id in (select id from account)
       and exists (select from account)
     group by transaction.funding_id
)
select account.id as account, account.currency, account.balance_minor, coalesce(held.minor, 0) as held_minor,
       coalesce(held.by_network_minor, 0) as held_by_network_minor
  from account
  left join held on held.id = account.id
 order by account.id
