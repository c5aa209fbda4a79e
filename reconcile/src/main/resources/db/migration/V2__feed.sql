-- The feed: each network message once, what it did to its transaction, and how far the partitions are
-- decided.

-- A transaction is also the inbox entry of the message that made it: its identity is unique, so the
-- same message never makes a second one. Indexes are few, since each one costs more than the rest of
-- the decision. Half of each page stays free, so that settling a transaction, which changes no indexed
-- column, stays on its page. failed_checks lists the codes of all checks that failed, in their order,
-- between commas. The last two columns are what is authorized in the merchant's currency since a
-- message changed it, and when a reversal last stated what remains: null for nearly every purchase,
-- and a null takes no room in its row.
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
    decided_minor         bigint      not null check (decided_minor >= 0),
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
    merchant_authorized_minor bigint  check (merchant_authorized_minor >= 0),
    replacement_stated_at timestamptz,
    constraint transaction_declined check ((status = 'declined') = (decline_reason is not null)),
    constraint transaction_pkey primary key (id)
) with (fillfactor = 50);
-- An identity is a hash, and an index of it alone would be written all over. The card and the network's
-- identifier follow from it, and those identifiers, Visa's above all, grow with time: in this order new
-- entries stand beside one another, and a lookup by network identifier, with or without the card, is
-- served, too. Where the network gave no identifier, the identity alone tells transactions apart.
create unique index transaction_identity on transaction (network_txn_id, card_id, identity)
    nulls not distinct;
-- There is none by customer: a customer's transactions are those of the customer's cards, and one more
-- index that is not in the order of time costs a quarter of what the database does for a decision.
create index transaction_card on transaction (card_id, id);
create index transaction_created on transaction using brin (created_at) with (autosummarize = on);
create index transaction_place on transaction using brin (feed_offset int8_minmax_multi_ops) with (autosummarize = on);
-- A search by approval code, in capitals. A bloom filter for each range of blocks costs a write next to
-- nothing; an index entry for each row would cost more than the decision. The ranges are small, since
-- some transactions of ten million share a code and each costs reading the blocks of its range.
create index transaction_approval on transaction
    using brin (upper(approval_code) text_bloom_ops (n_distinct_per_range = 1200, false_positive_rate = 0.0005))
    with (pages_per_range = 128, autosummarize = on);

-- Every other message, once: what it did, to which transaction, and what was answered, so that a
-- repetition gets the same bytes. The merchant's amount is what the merchant asked for in its own
-- currency: what cleared before a late authorization is compared there, since the billed amounts of
-- both move with rates.
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
    merchant_amount_minor bigint,
    merchant_currency     char(3),
    constraint message_pkey primary key (id),
    constraint message_identity unique (identity)
);
create index message_card on message (card_id, id);
create index message_transaction on message (transaction_id) where transaction_id is not null;
create index message_recorded on message (kind, id) where outcome = 'recorded';
create index message_created on message using brin (created_at) with (autosummarize = on);
create index message_place on message using brin (feed_offset int8_minmax_multi_ops) with (autosummarize = on);

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
-- cleared above them all counts on the transaction's own day. SpendAllocation is the same rule
-- in Java.
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

-- What a single message says of interchange and of its settlement cycle: no clearing record follows
-- that would say it.
create table single_message (
    identity               uuid   not null,
    interchange_minor      bigint,
    interchange_currency   text,
    settlement_date        date,
    settlement_cycle       integer,
    settlement_service     text,
    settlement_institution text,
    settlement_minor       bigint,
    settlement_currency    char(3),
    constraint single_message_pkey primary key (identity)
);

-- Messages that came before the authorization they belong to: a reversal (its tombstone), a stand-in
-- advice, a force post, an increment. Read with the card; small, because order is rarely lost. The
-- merchant's amount is what a waiting reversal takes back in the merchant's currency.
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
    merchant_amount_minor  bigint,
    merchant_currency      char(3),
    constraint early_arrival_pkey primary key (identity)
);
create index early_arrival_card on early_arrival (card_id);

-- The offset up to which each partition has been decided. It moves in the same database transaction
-- as the effects and is the fence: a consumer that lost its partition cannot write.
create table feed_position (
    topic       text    not null,
    partition   integer not null,
    next_offset bigint  not null,
    primary key (topic, partition)
) with (fillfactor = 20);

-- The quarantine: messages of the feed that could not be read, redacted as on the dead letter topic.
-- They wait until an operator has them sent again, after a fix, or discards them. An offset of a topic
-- that was created anew is another place: the broker's time tells them apart.
create table quarantined_message (
    id             bigint generated always as identity,
    feed_partition integer     not null,
    feed_offset    bigint      not null,
    received_at    timestamptz not null,
    reason         text        not null,
    detail         text        not null,
    message_key    text,
    body           text        not null,
    state          text        not null check (state in ('waiting', 'replayed', 'discarded')),
    closed_by      text,
    closed_at      timestamptz,
    remark         text,
    constraint quarantined_message_pkey primary key (id),
    constraint quarantined_message_place unique (feed_partition, feed_offset, received_at),
    constraint quarantined_message_closed
        check ((state = 'waiting') = (closed_by is null and closed_at is null))
);
create index quarantined_message_state on quarantined_message (state, id);
