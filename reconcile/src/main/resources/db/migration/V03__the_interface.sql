-- What the REST interface keeps beside cards: wallet tokens, orders of plastic, disputes, PANs and
-- PINs in sealed form, and the answers to requests that may be sent again.

-- The answer to a request that carried a key, written with what it created: a request that is sent
-- again within a day gets it again.
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

create table dispute (
    id             uuid primary key,
    account_id     uuid        not null references account,
    mode           text        not null check (mode in ('live', 'sandbox')),
    transaction_id uuid        not null,
    amount_minor   bigint      not null check (amount_minor >= 0),
    currency       char(3)     not null,
    reason         text        not null check (reason in ('fraud', 'duplicate', 'incorrect_amount', 'goods_not_received', 'goods_not_as_described', 'other')),
    status         text        not null check (status in ('open', 'under_review', 'won', 'lost', 'withdrawn')),
    evidence       text,
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    resolved_at    timestamptz
);
create index dispute_account on dispute (account_id, mode, id);
create index dispute_transaction on dispute (transaction_id, id);
create unique index dispute_live on dispute (transaction_id) where status <> 'withdrawn';

-- PANs are kept encrypted under data keys, which are kept wrapped by the key of the key store. The
-- lookup hash is keyed, so that it cannot be tried out against all PANs.
create table data_key (
    id         text primary key,
    wrapped_by text        not null,
    wrapped    bytea       not null,
    created_at timestamptz not null
);

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

-- Under which devices and callers encrypt PIN blocks, one per account and mode.
create table pin_key (
    account_id uuid        not null references account,
    mode       text        not null check (mode in ('live', 'sandbox')),
    id         text        not null,
    wrapped_by text        not null,
    wrapped    bytea       not null,
    created_at timestamptz not null,
    constraint pin_key_pkey primary key (account_id, mode)
);
