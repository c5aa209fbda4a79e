-- Issuing: accounts and their programs, customers, cards and keys. Money is bigint minor units beside
-- its currency; instants are timestamptz in UTC; identifiers are time-ordered uuids, shown outside
-- with a type prefix.

create table account (
    id         uuid primary key,
    name       text        not null,
    created_at timestamptz not null
);

-- Live and sandbox rows never mix: a book is one account in one mode.
create table program (
    id                   uuid primary key,
    account_id           uuid        not null references account,
    mode                 text        not null check (mode in ('live', 'sandbox')),
    name                 text        not null,
    status               text        not null check (status in ('active', 'inactive')),
    network              text        not null check (network in ('visa', 'mastercard')),
    bin                  text        not null check (bin ~ '^[0-9]{6}([0-9]{2})?$'),
    supported_card_types text[]      not null,
    supported_currencies text[]      not null,
    sca_mode             text        not null check (sca_mode in ('off', 'enforce')),
    is_default           boolean     not null,
    created_at           timestamptz not null,
    updated_at           timestamptz not null
);
create index program_account on program (account_id, mode, id);
create unique index program_default on program (account_id, mode) where is_default;

create table customer (
    id          uuid primary key,
    account_id  uuid        not null references account,
    mode        text        not null check (mode in ('live', 'sandbox')),
    type        text        not null check (type in ('individual', 'business')),
    external_id text,
    first_name  text,
    last_name   text,
    email       text,
    phone       text,
    status      text        not null check (status in ('active', 'inactive')),
    metadata    jsonb       not null,
    created_at  timestamptz not null,
    updated_at  timestamptz not null
);
create index customer_account on customer (account_id, mode, id);
create unique index customer_external_id on customer (account_id, mode, external_id);

-- A lineage is a card and its replacements; lineage_id is the first of them. All cards of a lineage
-- share one usage of limits.
create table card (
    id               uuid primary key,
    account_id       uuid        not null references account,
    mode             text        not null check (mode in ('live', 'sandbox')),
    customer_id      uuid        not null references customer,
    program_id       uuid        not null references program,
    type             text        not null check (type in ('virtual', 'physical')),
    status           text        not null check (status in ('pending', 'active', 'frozen', 'terminated')),
    termination      text        check (termination in ('lost', 'stolen', 'other')),
    currency         char(3)     not null,
    cardholder_name  text,
    last4            char(4)     not null,
    expiry_month     smallint    not null check (expiry_month between 1 and 12),
    expiry_year      smallint    not null,
    replaced_card_id uuid        references card,
    lineage_id       uuid        not null,
    rules_version    integer     not null,
    metadata         jsonb       not null,
    created_at       timestamptz not null,
    updated_at       timestamptz not null
);
create index card_account on card (account_id, mode, id);
create index card_customer on card (customer_id, id);
create index card_program on card (program_id, id);
create index card_lineage_members on card (lineage_id);
create index card_last4 on card (last4, id);
-- A card has one replacement at most that is not terminated.
create unique index card_replaced on card (replaced_card_id) where status <> 'terminated';

-- Every version of a card's limits, controls and 3-D Secure settings, so that a decision that names
-- a version can be explained for as long as it is kept.
create table card_rules (
    card_id                  uuid        not null references card,
    version                  integer     not null,
    single_transaction_limit bigint      check (single_transaction_limit >= 0),
    daily_limit              bigint      check (daily_limit >= 0),
    monthly_limit            bigint      check (monthly_limit >= 0),
    allowed_mccs             text[]      not null,
    blocked_mccs             text[]      not null,
    allowed_countries        text[]      not null,
    blocked_countries        text[]      not null,
    allow_online             boolean     not null,
    allow_contactless        boolean     not null,
    allow_cash_withdrawal    boolean     not null,
    three_ds_enabled         boolean     not null,
    challenge_preference     text        not null check (challenge_preference in ('no_preference', 'challenge_requested', 'challenge_avoided')),
    sca_exemptions           text[]      not null,
    created_at               timestamptz not null,
    primary key (card_id, version),
    check (allowed_mccs = '{}' or blocked_mccs = '{}'),
    check (allowed_countries = '{}' or blocked_countries = '{}')
);

-- What the feed itself counts on a card: PIN tries, and exemptions since the last strong customer
-- authentication. Apart from card, so that the feed and a REST write rarely meet.
create table card_security (
    card_id              uuid primary key references card,
    pin_status           text    not null check (pin_status in ('set', 'not_set', 'blocked')),
    pin_tries_left       integer not null check (pin_tries_left between 0 and 3),
    sca_exempt_count     integer not null,
    sca_exempt_minor     bigint  not null
) with (fillfactor = 70);

-- The fence of a lineage with more than one card: each change of the usage increments the version,
-- so that owners of sibling cards on two partitions cannot both spend the same room.
create table card_lineage (
    lineage_id uuid primary key,
    version    bigint not null
);

-- The log of cards that were changed outside the feed, and by which database transaction. The owner
-- of a card reads it once per batch from its last snapshot horizon, and drops what it had cached.
create table card_change (
    changed_by xid8 not null default pg_current_xact_id(),
    card_id    uuid not null,
    primary key (changed_by, card_id)
);

-- Programs and customers whose cards are still to be written into the log of changed cards, and up to
-- which card they are. A row is written with the change itself and goes with the last of the cards, so
-- another process finishes what one left half-way. No database transaction then keeps the feed waiting
-- for longer than some cards take.
create table card_sweep (
    id            bigint generated always as identity primary key,
    program_id    uuid references program,
    customer_id   uuid references customer,
    after_card_id uuid not null default '00000000-0000-0000-0000-000000000000',
    check (num_nonnulls(program_id, customer_id) = 1)
);

-- The row of the log of changed cards up to which events were published. The publisher locks this row
-- while it works; rows of the log beyond it are not deleted.
create table event_position (
    only_one   boolean primary key default true check (only_one),
    changed_by xid8    not null,
    card_id    uuid    not null
);
insert into event_position (changed_by, card_id)
values (pg_snapshot_xmin(pg_current_snapshot()), '00000000-0000-0000-0000-000000000000');

create table wallet_token (
    id          uuid primary key,
    card_id     uuid        not null references card,
    wallet      text        not null check (wallet in ('apple_pay', 'google_pay')),
    status      text        not null check (status in ('pending', 'active', 'suspended', 'removed')),
    device_id   text,
    device_name text,
    suspended_by_freeze boolean not null default false,
    created_at  timestamptz not null,
    updated_at  timestamptz not null
);
create index wallet_token_card on wallet_token (card_id, id);
create unique index wallet_token_live
    on wallet_token (card_id, wallet, coalesce(device_id, ''))
    where status <> 'removed';

create table physical_order (
    id              uuid primary key,
    card_id         uuid        not null references card,
    status          text        not null check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
    shipping_method text        not null check (shipping_method in ('standard', 'express')),
    line1           text        not null,
    line2           text,
    city            text        not null,
    postal_code     text        not null,
    state           text,
    country         char(2)     not null,
    carrier         text,
    tracking_number text,
    created_at      timestamptz not null,
    shipped_at      timestamptz,
    updated_at      timestamptz not null
);
create index physical_order_card on physical_order (card_id, id);
create unique index physical_order_live on physical_order (card_id) where status <> 'cancelled';

-- Keys that encrypt PANs, wrapped by the key of the key store.
create table data_key (
    id         text primary key,
    wrapped_by text        not null,
    wrapped    bytea       not null,
    created_at timestamptz not null
);

-- PANs, encrypted under a data key. The lookup hash is keyed, so that it cannot be tried out against
-- all PANs.
create table card_pan (
    card_id    uuid primary key references card,
    data_key   text  not null references data_key,
    sealed     bytea not null,
    lookup     text  not null
);
create unique index card_pan_lookup on card_pan (lookup);
create index card_pan_data_key on card_pan (data_key);

-- What a PIN is verified against: a keyed value, never the PIN.
create table card_pin (
    card_id    uuid primary key references card,
    made_by    text        not null,
    reference  bytea       not null,
    set_at     timestamptz not null
);

-- The key under which devices and callers encrypt PIN blocks, one per account and mode.
create table pin_key (
    account_id uuid        not null references account,
    mode       text        not null check (mode in ('live', 'sandbox')),
    id         text        not null,
    wrapped_by text        not null,
    wrapped    bytea       not null,
    created_at timestamptz not null,
    constraint pin_key_pkey primary key (account_id, mode)
);

-- A live PIN key leaves the vault in two components, each shown to its custodian once and erased as it
-- is shown.
create table pin_key_component (
    account_id uuid        not null,
    mode       text        not null,
    number     smallint    not null check (number in (1, 2)),
    wrapped_by text,
    id         text        not null,
    wrapped    bytea,
    shown_at   timestamptz,
    constraint pin_key_component_pkey primary key (account_id, mode, number),
    constraint pin_key_component_key foreign key (account_id, mode) references pin_key,
    constraint pin_key_component_shown_once
        check ((shown_at is null) = (wrapped is not null) and (shown_at is null) = (wrapped_by is not null))
);

-- Invalid PIN blocks in a row, of a card and of an API key: a caller who may ask whether a block is
-- right as often as it likes learns the number of a card. The count fades with time, and a card's is
-- cleared by a valid block.
create table pin_block_failure (
    kind        text        not null check (kind in ('card', 'key')),
    subject     text        not null,
    in_row      integer     not null check (in_row >= 0),
    waits_until timestamptz not null,
    constraint pin_block_failure_pkey primary key (kind, subject)
);

-- last_used_at is exact to the minute.
create table api_key (
    id           text primary key,
    account_id   uuid        not null references account,
    mode         text        not null check (mode in ('live', 'sandbox')),
    name         text        not null,
    key_sha256   bytea       not null,
    scopes       text[]      not null,
    created_at   timestamptz not null,
    expires_at   timestamptz,
    revoked_at   timestamptz,
    last_used_at timestamptz
);
create unique index api_key_sha256 on api_key (key_sha256);
create index api_key_account on api_key (account_id);

-- The answer to a request with an idempotency key, written with what it created: the same request
-- gets it again for a day.
create table idempotent_request (
    account_id  uuid        not null,
    mode        text        not null,
    method      text        not null,
    path        text        not null,
    key         text        not null,
    body_sha256 text        not null,
    status      integer     not null,
    response    text        not null,
    created_at  timestamptz not null,
    constraint idempotent_request_pkey primary key (account_id, mode, method, path, key)
);
create index idempotent_request_created on idempotent_request (created_at);
