-- Clearing: the records of the networks as they came, the files they came in, and the night that
-- settles them.

-- The night: one run per mode and business date that settles what the feed recorded up to a frozen
-- cut, proves the totals and closes the date. Ids of what it writes follow from what it is about, so
-- that a killed and restarted night leaves the same rows as an undisturbed one. A night is unfinished
-- until it is complete; there is one unfinished night per mode at most. An open day, which only the
-- sandbox may run, has one night per run of it; a closed date has one. clearing_rules are the issuer's
-- settings of clearing when the night was frozen: it settles all its records by them, however often it
-- restarts. The first night after the days of grace (two where no rules say otherwise) ends a hold.
create table night (
    id               bigint primary key,
    mode             text        not null check (mode in ('live', 'sandbox')),
    business_date    date        not null,
    number           integer     not null check (number > 0),
    closes           boolean     not null,
    state            text        not null check (state in ('running', 'stopped', 'failed', 'completed')),
    previous_id      bigint      references night,
    job_execution_id bigint,
    cut_at           timestamptz,
    started_at       timestamptz not null,
    ended_at         timestamptz,
    failure          text,
    clearing_rules   jsonb,
    release_days     integer     not null
        generated always as (coalesce((clearing_rules ->> 'grace_days')::integer, 2) + 1) stored,
    constraint night_date unique (mode, business_date, number)
);
create unique index night_unfinished on night (mode) where state <> 'completed';

-- What a night sees: every message below these offsets, and none above, however often it restarts.
create table night_cut (
    night_id    bigint  not null references night,
    partition   integer not null,
    next_offset bigint  not null,
    primary key (night_id, partition)
);

-- What a night still has to settle, by lineage. A row goes with the posting of its record, in the same
-- database transaction; so a restart finds what is left. The night that writes and deletes the rows
-- bears their number: a foreign key would cost more than the row.
create table night_work (
    night_id   bigint not null,
    lineage_id uuid   not null,
    kind       text   not null check (kind in ('clearing', 'single_message')),
    item_id    uuid   not null,
    primary key (night_id, lineage_id, kind, item_id)
);

-- Days of cards whose activity a night saw or changed, and that it still has to total. They are
-- totalled day by day: what happened on one day lies together.
create table night_card_day (
    night_id bigint not null,
    card_id  uuid   not null,
    day      date   not null,
    constraint night_card_day_pkey primary key (night_id, day, card_id)
);

-- One clearing record as received. Whether a night took it follows from its place in the feed and its
-- time, so that nothing has to be marked on it; what became of it is in settlement_line. chip_proven:
-- the record carries a valid cryptogram, by which the chip approved the payment itself.
create table clearing (
    id                    uuid        not null,
    identity              uuid        not null,
    payload_hash          bigint      not null,
    message_id            uuid        not null,
    kind                  text        not null check (kind in ('clearing', 'clearing_reversal', 'refund')),
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
    chip_proven           boolean     not null default false,
    constraint clearing_pkey primary key (id),
    constraint clearing_identity unique (identity)
);
create index clearing_card on clearing (card_id, id);
create index clearing_created on clearing using brin (created_at) with (autosummarize = on);
create index clearing_place on clearing using brin (feed_offset int8_minmax_multi_ops) with (autosummarize = on);
-- Few records name no mode: a night finds them without reading the rest.
create index clearing_unattributed on clearing (id) where mode is null;
-- A search by ARN; bloom filters, as with transaction_approval.
create index clearing_arn on clearing
    using brin (arn text_bloom_ops (n_distinct_per_range = 800, false_positive_rate = 0.002))
    with (pages_per_range = 64, autosummarize = on);

-- Clearing files as their headers and trailers announce them; an hour of a record stream that a trailer
-- closes is a file, too. The totals of a trailer are compared with the records before these are posted.
create table clearing_file (
    mode                text    not null check (mode in ('live', 'sandbox')),
    network             text    not null,
    file_id             text    not null,
    source_system       text    not null,
    file_seq            integer,
    subject             uuid    not null,
    came_at             timestamptz not null,
    announced           boolean not null,
    closed              boolean not null,
    stated_debit_count  bigint,
    stated_debit_minor  numeric,
    stated_credit_count bigint,
    stated_credit_minor numeric,
    state               text    not null check (state in ('waiting', 'accepted', 'rejected')),
    written_off         boolean not null,
    business_date       date    not null,
    constraint clearing_file_pkey primary key (mode, network, file_id),
    constraint clearing_file_subject unique (subject)
);
create index clearing_file_source on clearing_file (mode, network, source_system, came_at);
create index clearing_file_unposted on clearing_file (mode) where state <> 'accepted';

-- What each night found of a file: the file holds the sum of its parts, however many nights its records
-- took to come.
create table clearing_file_part (
    mode         text    not null,
    network      text    not null,
    file_id      text    not null,
    night_id     bigint  not null references night,
    debit_count  bigint  not null,
    debit_minor  numeric not null,
    credit_count bigint  not null,
    credit_minor numeric not null,
    currency     char(3),
    constraint clearing_file_part_pkey primary key (mode, network, file_id, night_id)
);

-- Records that are not posted because their file waits for its trailer or was rejected. They return to
-- the work of the night in which their file is accepted.
create table held_clearing (
    clearing_id uuid not null,
    mode        text not null,
    network     text not null,
    file_id     text not null,
    lineage_id  uuid not null,
    constraint held_clearing_pkey primary key (clearing_id)
);
create index held_clearing_file on held_clearing (mode, network, file_id);

-- Records that an operator identified, of which a night takes each once: it posts a record in suspense
-- to the card that was named, and a record that is matched manually to transaction_id, whether it is in
-- suspense or was posted to from_transaction_id. The one of a record with the highest number holds.
create table identified_record (
    clearing_id         uuid        not null references clearing,
    number              integer     not null check (number > 0),
    mode                text        not null check (mode in ('live', 'sandbox')),
    lineage_id          uuid        not null,
    from_transaction_id uuid,
    transaction_id      uuid,
    reason              text        not null,
    identified_by       text        not null,
    approved_by         text,
    identified_at       timestamptz not null,
    night_id            bigint      references night,
    constraint identified_record_pkey primary key (clearing_id, number),
    constraint identified_record_match check (from_transaction_id is null or transaction_id is not null)
);
create unique index identified_record_waiting on identified_record (mode, clearing_id) where night_id is null;
create index identified_record_from on identified_record (from_transaction_id)
    where from_transaction_id is not null;
create index identified_record_to on identified_record (transaction_id) where transaction_id is not null;

-- Records that a night could not process: each is skipped with the reason and a break, and all else
-- goes on. Each later night tries it again, until it has a settlement line.
create table record_skipped (
    night_id   bigint not null references night,
    mode       text   not null check (mode in ('live', 'sandbox')),
    kind       text   not null check (kind in ('clearing', 'single_message')),
    item_id    uuid   not null,
    lineage_id uuid   not null,
    reason     text   not null,
    constraint record_skipped_pkey primary key (item_id, night_id)
);
