-- Settles the records of a range that leave nothing to decide: the only record of its purchase
-- presents just what is held for it, in time, on an active card that replaced none. What the rules
-- make of such a record is known, so it is written in one statement. All other records stay in the
-- list of work, and so do those of a card that has any other record tonight: they may want the same
-- authorization. What each part needs of a row stands before what only the last ones do: a row is
-- read up to the last column that is asked for.
with work as materialized (
    -- In the order of their ids, which is that of their rows.
    select ctid as work_place, lineage_id, item_id, kind
      from night_work
     where night_id = :night
       and lineage_id between :from and :to
     order by item_id
), record as materialized (
    -- By key and not by the place of a row: a look-up by place asks the system for the size of the
    -- table. Each "offset 0" keeps a look-up one, however many rows the planner believes there are.
    select work.work_place, record.*
      from work
      cross join lateral (
               select card_id, id, amount_minor, created_at,
                      (created_at at time zone 'UTC')::date as day,
                      coalesce(interchange_minor, 0) as interchange_minor, currency, type, network,
                      network_txn_id, arn, account_id, merchant_amount_minor, merchant_currency,
                      interchange_currency, settlement_currency, settlement_institution,
                      settlement_service, settlement_date, settlement_cycle
                 from clearing
                where clearing.id = work.item_id
                  and clearing.kind = 'clearing'
                  and clearing.direction = 'debit'
                  and clearing.type <> 'refund'
                  and clearing.transaction_id is null
                  and coalesce(clearing.clearing_count, 1) = 1
                  and clearing.arn is not null
                  and ltrim(clearing.network_txn_id, ' 0') <> ''
                  and clearing.amount_minor > 0
                  and coalesce(clearing.interchange_minor, 0) > -9223372036854775808
               offset 0) record
     where work.kind = 'clearing'
       and record.card_id = work.lineage_id
), tonight as materialized (
    -- Cards that have nothing but such records, and how far back these may reach.
    select presented.*, id_floor(presented.since - make_interval(days => :reachDays)) as floor
      from (select lineage_id, count(*) as items
              from work
             group by lineage_id) item
      join (select card_id, count(*) as records, min(created_at) as since
              from record
             group by card_id) presented
        on presented.card_id = item.lineage_id
       and presented.records = item.items
), repeated as materialized (
    -- Cards of which a record comes twice tonight, or after one that was settled before, however
    -- long before: a floor would make the index of the card look as good as that of the ARN.
    select card_id
      from record
     group by card_id, arn
    having count(*) > 1
    union
    select record.card_id
      from record
      cross join lateral (
               select
                 from settlement_line line
                where line.arn = record.arn
                  and line.lineage_id = record.card_id
               offset 0) earlier
), card as materialized (
    -- Nothing that was settled before has to do with what these cards present: nothing waits in
    -- suspense (what was identified since has a line without a transaction), no refund names one of
    -- these purchases, and no record of the name of one was posted to another. Names are level 1. The
    -- condition repeats that of the index, which is used for it.
    select tonight.card_id, tonight.records, alone.currency, alone.expired_on
      from tonight
      cross join lateral (
               select currency,
                      (make_date(expiry_year, expiry_month, 1) + interval '1 month')::date
                        as expired_on
                 from card
                where card.id = tonight.card_id
                  and card.status = 'active'
                  and not exists (select
                                    from card_lineage
                                   where card_lineage.lineage_id = card.lineage_id)
               offset 0) alone
      cross join lateral (
               select exists (select
                                from settlement_line line
                               where line.lineage_id = tonight.card_id
                                 and line.id >= tonight.floor
                                 and (line.transaction_id is null
                                      or line.record_type = 'refund'
                                      or line.match_level > 1
                                      or line.identified_transaction_id is not null)
                                 and (line.transaction_id is null
                                      or exists (select
                                                   from clearing named
                                                  where named.id = line.id
                                                    -- "is true" keeps this a look-up, and no join.
                                                    and ((tonight.card_id,
                                                          case line.record_type
                                                          when 'refund'
                                                          then named.original_network_txn_id
                                                          else named.network_txn_id
                                                          end)
                                                         in (select card_id, network_txn_id
                                                               from record)) is true)))
                      as related
               offset 0) earlier
     where not earlier.related
       and tonight.card_id not in (select card_id from repeated)
), whole as materialized (
    -- Each record, in the order in which the rows lie that are written, beside every transaction
    -- that has its name, however old: a look-up by name and card, which costs the same however long
    -- a card's history is. All of these cards have a record; a full join is the one that is never
    -- made one by one.
    select record.card_id, transaction.id as posted_to, card.records,
           coalesce(
               transaction.status = 'authorized'
               and transaction.origin = 'request'
               and transaction.type <> 'refund'
               and transaction.network = record.network
               and transaction.increments = 0
               and record.amount_minor > 0
               and transaction.held_minor = record.amount_minor
               and transaction.requested_minor = record.amount_minor
               and transaction.approved_minor = record.amount_minor
               and transaction.cleared_minor = 0
               and transaction.refunded_minor = 0
               and transaction.settled_at is null
               and (transaction.merchant_currency = transaction.currency
                    or (transaction.merchant_currency = record.merchant_currency
                        and coalesce(transaction.merchant_authorized_minor,
                                     transaction.merchant_amount_minor)
                            = record.merchant_amount_minor))
               and record.day <= transaction.hold_until
               and record.day < card.expired_on
               and abs(record.day - (transaction.created_at at time zone 'UTC')::date) <= :ageDays
               and record.currency = card.currency
               and record.currency = coalesce(record.settlement_currency, record.currency)
               and record.currency = coalesce(record.interchange_currency, record.currency)
               and hold.held_minor = transaction.held_minor, false) as fit,
           transaction.place, transaction.version, hold.place as hold_place, record.work_place,
           record.id, record.amount_minor, record.created_at, record.interchange_minor,
           record.currency, record.type, record.network, record.arn, record.account_id,
           record.settlement_institution, record.settlement_service, record.settlement_date,
           record.settlement_cycle
      from record
      full join card
        on card.card_id = record.card_id
      left join lateral (
               select ctid as place, id, version, created_at, status, type, origin, network,
                      increments, requested_minor, approved_minor, held_minor, cleared_minor,
                      refunded_minor, currency, merchant_amount_minor, merchant_currency,
                      hold_until, settled_at, merchant_authorized_minor
                 from transaction
                where transaction.network_txn_id = record.network_txn_id
                  and transaction.card_id = card.card_id
               offset 0) transaction on true
      left join lateral (
               select ctid as place, held_minor
                 from open_hold
                where open_hold.transaction_id = transaction.id
               offset 0) hold on true
), plain as (
    -- Without the cards of which anything is not plain: each record has one purchase, and each
    -- purchase one record. "not in" is looked up in a table of these cards, and no join.
    select *
      from whole
     where card_id not in (select card_id
                             from whole
                            group by card_id
                           having not bool_and(fit)
                               or count(*) <> min(records)
                               or count(*) <> count(distinct posted_to))
), settled as (
    -- What the stream changed meanwhile is left as it is, with its record. Rows are found by the
    -- place where this statement saw them; a row that was changed since has another version. By key
    -- it took longer: that reads one more index of the whole history.
    update transaction
       set status = 'settled',
           amount_minor = plain.amount_minor,
           held_minor = 0,
           cleared_minor = plain.amount_minor,
           settled_at = plain.created_at,
           version = plain.version + 1
      from plain
     where transaction.ctid = plain.place
       and transaction.id = plain.posted_to
       and transaction.version = plain.version
    returning plain.hold_place, plain.work_place, plain.card_id, plain.id, plain.posted_to,
              plain.amount_minor, plain.created_at, plain.interchange_minor, plain.currency,
              plain.type, plain.network, plain.arn, plain.account_id, plain.settlement_institution,
              plain.settlement_service, plain.settlement_date, plain.settlement_cycle,
              transaction.funding_id, transaction.merchant_authorized_minor
), released as (
    -- By an array of places: a join by place asks for the size of the table at each row, which is a
    -- call of the system.
    delete from open_hold
     where ctid = any(array(select hold_place
                              from settled))
), line as (
    insert into settlement_line (
        id, night_id, mode, business_date, record_type, outcome, account_id, card_id, lineage_id,
        transaction_id, arn, direction, amount_minor, currency, settlement_minor,
        settlement_currency, interchange_minor, interchange_currency, network,
        settlement_institution, settlement_service, settlement_date, settlement_cycle, match_level,
        match_score, auth_minor, created_at)
    select id, :night, :mode, :businessDate,
           case type when 'cash_withdrawal' then 'atm' else 'clearing' end,
           :outcome, account_id, card_id, card_id, posted_to, arn, 'debit', amount_minor, currency,
           amount_minor, currency,
           case type when 'cash_withdrawal' then -abs(interchange_minor) else interchange_minor end,
           currency, network, settlement_institution, settlement_service, settlement_date,
           settlement_cycle, :level, :score, amount_minor, created_at
      from settled
), booked as (
    insert into ledger_row (
        subject, event, ordinal, mode, business_date, account_id, debit_account, credit_account,
        amount_minor, currency, card_id, transaction_id, clearing_id, released_minor)
    select id, 'clearing', 1, :mode, :businessDate, account_id, '2100', '2010', amount_minor,
           currency, card_id, posted_to, id, amount_minor
      from settled
    union all
    select id, 'interchange', 0, :mode, :businessDate, account_id,
           case when type = 'cash_withdrawal' then '5015'
                when interchange_minor > 0 then '2010'
                else '4010' end,
           case when type <> 'cash_withdrawal' and interchange_minor > 0 then '4010' else '2010' end,
           abs(interchange_minor), currency, card_id, posted_to, id, null
      from settled
     where interchange_minor <> 0
), funded as (
    -- The hold of a purchase is that of its own funding account; one that had none when it was decided
    -- is paid for by the account that its card has now.
    insert into funding_movement (
        subject, event, ordinal, funding_id, mode, business_date, balance_minor, held_minor, card_id,
        transaction_id)
    select settled.id, 'clearing', 1, payer.id, :mode, :businessDate, -amount_minor,
           case when funding_id is null then 0 else -amount_minor end, card_id, posted_to
      from settled
      cross join lateral (
               select coalesce(funding_id, funding_of_card(card_id)) as id) payer
     where exists (select from funding_account)
       and payer.id is not null
), noted as (
    -- What TransactionChangeLog writes: by the night, authorized as asked for, then settled.
    insert into state_change (kind, transactions)
    select 'transaction',
           string_agg('\x7f'::bytea || uuid_send(posted_to)
                      || case when merchant_authorized_minor is null then '\x80'::bytea
                              else '\x88'::bytea || int8send(merchant_authorized_minor) end
                      || '\x93'::bytea
                      || int8send(floor(extract(epoch from created_at) * 1000)::bigint), '')
      from settled
    having count(*) > 0
), done as (
    delete from night_work
     where ctid = any(array(select work_place
                              from settled))
)
select count(*) as records, (select count(*) from work) as items
  from settled
