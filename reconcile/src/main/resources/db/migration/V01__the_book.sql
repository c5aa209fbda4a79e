-- The book: who issues which cards to whom, what every network message did to them, and how far
-- the feed has been decided. Money is bigint minor units beside its currency; instants are
-- timestamptz in UTC; identifiers are time-ordered uuids, shown outside with a type prefix.

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

-- lineage_id is the first card of the chain of replacements: the chain shares one usage of limits.
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

-- What the stream itself counts on a card: PIN tries, and exemptions since the last strong
-- customer authentication. Apart from card, so that the stream and a REST write rarely meet.
create table card_security (
    card_id              uuid primary key references card,
    pin_status           text    not null check (pin_status in ('set', 'not_set', 'blocked')),
    pin_tries_left       integer not null check (pin_tries_left between 0 and 3),
    sca_exempt_count     integer not null,
    sca_exempt_minor     bigint  not null
) with (fillfactor = 70);

-- The fence of a lineage with more than one card: whoever changes the usage moves the version on,
-- so that owners of sibling cards on two partitions cannot both spend the same room.
create table card_lineage (
    lineage_id uuid primary key,
    version    bigint not null
);

create table api_key (
    id         text primary key,
    account_id uuid        not null references account,
    mode       text        not null check (mode in ('live', 'sandbox')),
    name       text        not null,
    key_sha256 bytea       not null,
    scopes     text[]      not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz
);
create unique index api_key_sha256 on api_key (key_sha256);
create index api_key_account on api_key (account_id);
