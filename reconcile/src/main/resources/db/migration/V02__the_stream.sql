-- What the feed did. failed_checks lists the codes of all checks that failed, in their order, between
-- commas. A transaction row is also the inbox entry of the message that made it: its
-- identity is unique, so the same message can never make a second one. Four indexes only: each
-- further one costs more than the rest of the decision. Half of each page stays free, so that
-- settling a transaction (no indexed column changes) stays on its page.

create table transaction (
    id                    uuid        not null,
    identity              uuid        not null,
    payload_hash          bigint      not null,
    message_id            uuid        not null,
    account_id            uuid        not null,
    mode                  text        not null,
    card_id               uuid        not null,
    customer_id           uuid        not null,
    origin                text        not null check (origin in ('request', 'single_message', 'advice', 'increment', 'refund_request', 'refund', 'force_post')),
    type                  text        not null check (type in ('purchase', 'refund', 'cash_withdrawal')),
    status                text        not null check (status in ('authorized', 'declined', 'reversed', 'settled')),
    amount_minor          bigint      not null check (amount_minor >= 0),
    currency              char(3)     not null,
    requested_minor       bigint      not null check (requested_minor >= 0),
    approved_minor        bigint      not null check (approved_minor >= 0),
    held_minor            bigint      not null check (held_minor >= 0),
    cleared_minor         bigint      not null check (cleared_minor >= 0),
    reversed_minor        bigint      not null check (reversed_minor >= 0),
    expired_minor         bigint      not null check (expired_minor >= 0),
    refunded_minor        bigint      not null check (refunded_minor >= 0),
    increments            integer     not null check (increments >= 0),
    merchant_amount_minor bigint      not null check (merchant_amount_minor >= 0),
    merchant_currency     char(3)     not null,
    merchant_id           text,
    terminal_id           text,
    merchant_name         text,
    merchant_mcc          text,
    merchant_city         text,
    merchant_country      text,
    channel               text        not null check (channel in ('online', 'in_store', 'contactless', 'atm')),
    network               text        not null,
    network_txn_id        text,
    stan                  text,
    rrn                   text,
    acquirer_id           text,
    answered_minor        bigint      not null check (answered_minor >= 0),
    response_code         text        not null,
    approval_code         text,
    decline_reason        text        check (decline_reason in ('insufficient_funds', 'card_frozen', 'spending_limit_exceeded', 'authorization_control', 'incorrect_pin', 'suspected_fraud', 'other')),
    decline_code          text,
    failed_checks         text,
    rules_version         integer     not null,
    day_used_minor        bigint      not null,
    month_used_minor      bigint      not null,
    skewed                boolean     not null,
    hold_until            date,
    version               integer     not null,
    feed_partition        integer     not null,
    feed_offset           bigint      not null,
    created_at            timestamptz not null,
    decided_at            timestamptz not null,
    settled_at            timestamptz,
    constraint transaction_declined check ((status = 'declined') = (decline_reason is not null)),
    constraint transaction_pkey primary key (id),
    constraint transaction_identity unique (identity)
) with (fillfactor = 50);
create index transaction_card on transaction (card_id, id);
create index transaction_customer on transaction (customer_id, id);
create index transaction_created on transaction using brin (created_at);

-- Every other message that was read, once: what it did, to which transaction, and what was
-- answered, so that a repetition gets the same bytes.
create table message (
    id             uuid        not null,
    identity       uuid        not null,
    payload_hash   bigint      not null,
    message_id     uuid        not null,
    kind           text        not null,
    network        text        not null,
    account_id     uuid,
    mode           text,
    card_id        uuid,
    card_reference text,
    transaction_id uuid,
    outcome        text        not null,
    amount_minor   bigint      not null,
    currency       char(3),
    response_code  text,
    approval_code  text,
    approved_minor bigint      not null,
    decline_reason text,
    decline_code   text,
    failed_checks  text,
    payload        jsonb,
    feed_partition integer     not null,
    feed_offset    bigint      not null,
    created_at     timestamptz not null,
    decided_at     timestamptz not null,
    constraint message_pkey primary key (id),
    constraint message_identity unique (identity)
);
create index message_card on message (card_id, id);
create index message_transaction on message (transaction_id) where transaction_id is not null;

-- An increment counts on the day it was made; the transaction it grew counts on its own.
create table increment (
    message_id     uuid        not null,
    transaction_id uuid        not null,
    card_id        uuid        not null,
    amount_minor   bigint      not null check (amount_minor >= 0),
    ordinal        integer     not null,
    created_at     timestamptz not null,
    constraint increment_pkey primary key (transaction_id, ordinal)
);
create index increment_card on increment (card_id);

-- What a card spent and when: usage of limits is the sum of these rows and is kept nowhere else.
-- What still counts of a transaction fills its own day first, then its increments in order; what
-- cleared above them all counts on the transaction's own day. Domain: SpendParts.
create view spend as
select card_id,
       id as transaction_id,
       created_at,
       held_minor + cleared_minor as amount_minor
  from transaction
 where type <> 'refund'
   and increments = 0
union all
select grown.card_id,
       grown.id,
       grown.created_at,
       least(grown.held_minor + grown.cleared_minor, grown.approved_minor - parts.total)
         + greatest(0, grown.held_minor + grown.cleared_minor - grown.approved_minor)
  from transaction grown
  join lateral (select sum(amount_minor)::bigint as total
                  from increment
                 where transaction_id = grown.id) parts on true
 where grown.type <> 'refund'
   and grown.increments > 0
union all
select part.card_id,
       part.transaction_id,
       part.created_at,
       least(part.amount_minor,
             greatest(0, grown.held_minor + grown.cleared_minor - grown.approved_minor
                         + part.amount_minor + later.total))
  from increment part
  join transaction grown on grown.id = part.transaction_id
  join lateral (select coalesce(sum(amount_minor), 0)::bigint as total
                  from increment
                 where transaction_id = part.transaction_id
                   and ordinal > part.ordinal) later on true
 where grown.type <> 'refund';

-- One clearing record as received. The night matches and posts those that wait; a refund is final
-- when it arrives and is posted at once.
create table clearing (
    id                    uuid        not null,
    identity              uuid        not null,
    payload_hash          bigint      not null,
    message_id            uuid        not null,
    kind                  text        not null check (kind in ('clearing', 'clearing_reversal', 'refund')),
    state                 text        not null check (state in ('waiting', 'posted', 'suspended')),
    account_id            uuid,
    mode                  text,
    card_id               uuid,
    card_reference        text,
    transaction_id        uuid,
    network               text        not null,
    network_txn_id        text,
    original_network_txn_id text,
    arn                   text,
    approval_code         text,
    stan                  text,
    rrn                   text,
    acquirer_id           text,
    clearing_sequence     integer,
    clearing_count        integer,
    usage_code            integer,
    final_clearing        boolean     not null,
    direction             text        not null check (direction in ('debit', 'credit')),
    processing_code       text,
    type                  text        not null check (type in ('purchase', 'refund', 'cash_withdrawal')),
    channel               text        not null,
    amount_minor          bigint      not null check (amount_minor >= 0),
    currency              char(3)     not null,
    merchant_amount_minor bigint      not null check (merchant_amount_minor >= 0),
    merchant_currency     char(3)     not null,
    fx_rate               text,
    merchant_id           text,
    terminal_id           text,
    merchant_name         text,
    merchant_mcc          text,
    merchant_city         text,
    merchant_country      text,
    interchange_minor     bigint,
    interchange_currency  char(3),
    settlement_date       date,
    settlement_cycle      integer,
    settlement_service    text,
    settlement_institution text,
    settlement_minor      bigint,
    settlement_currency   char(3),
    file_id               text,
    file_seq              integer,
    record_no             integer,
    feed_partition        integer     not null,
    feed_offset           bigint      not null,
    created_at            timestamptz not null,
    recorded_at           timestamptz not null,
    constraint clearing_pkey primary key (id),
    constraint clearing_identity unique (identity)
);
create index clearing_card on clearing (card_id, id);
create index clearing_waiting on clearing (id) where state = 'waiting';

-- Messages that came before the authorization they belong to: a reversal (its tombstone), a
-- stand-in advice, a force post, an increment. Read with the card; small, because order is rarely lost.
create table early_arrival (
    identity               uuid        not null,
    card_id                uuid        not null references card,
    kind                   text        not null check (kind in ('reversal', 'advice', 'force_post', 'increment')),
    network_txn_id         text,
    stan                   text,
    acquirer_id            text,
    original_at            timestamptz,
    amount_minor           bigint      not null,
    replacement_minor      bigint,
    transaction_id         uuid,
    payload                jsonb,
    arrived_at             timestamptz not null,
    constraint early_arrival_pkey primary key (identity)
);
create index early_arrival_card on early_arrival (card_id);

-- Each difference that somebody must explain. Unique on what it is about, so a rerun updates it.
create table break (
    id             uuid        not null,
    type           text        not null,
    severity       text        not null check (severity in ('critical', 'high', 'medium', 'low', 'info')),
    subject        uuid        not null,
    origin_date    date        not null,
    account_id     uuid,
    mode           text,
    card_id        uuid,
    transaction_id uuid,
    clearing_id    uuid,
    amount_minor   bigint      not null,
    currency       char(3),
    state          text        not null check (state in ('open', 'investigating', 'resolved', 'written_off')),
    detail         jsonb       not null,
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    constraint break_pkey primary key (id),
    constraint break_subject unique (type, subject, origin_date)
);
create index break_account on break (account_id, mode, id);

-- The offset up to which each partition has been decided. It moves in the same database
-- transaction as the effects and is the fence: a consumer that lost its partition cannot write.
create table feed_position (
    topic       text    not null,
    partition   integer not null,
    next_offset bigint  not null,
    primary key (topic, partition)
) with (fillfactor = 20);

-- Which cards were changed outside the stream, by which database transaction. The owner of a card
-- reads it once per batch from its last snapshot horizon, and drops what it had cached.
create table card_change (
    changed_by xid8 not null default pg_current_xact_id(),
    card_id    uuid not null,
    primary key (changed_by, card_id)
);
