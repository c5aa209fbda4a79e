-- Clearing files as their headers and trailers tell of them, and an hour of a stream that is closed
-- by a trailer likewise. What a trailer says is checked against the records before they are posted.
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
    borne               boolean not null,
    business_date       date    not null,
    constraint clearing_file_pkey primary key (mode, network, file_id),
    constraint clearing_file_subject unique (subject)
);
create index clearing_file_source on clearing_file (mode, network, source_system, came_at);
create index clearing_file_unposted on clearing_file (mode) where state <> 'accepted';

-- What each night found of a file: the file holds the sum of its parts, however many nights its
-- records took to come.
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

-- Records that are not posted because their file waits for its trailer or was rejected. They go
-- back to the work of the night in which their file is accepted.
create table clearing_held (
    clearing_id uuid not null,
    mode        text not null,
    network     text not null,
    file_id     text not null,
    lineage_id  uuid not null,
    constraint clearing_held_pkey primary key (clearing_id)
);
create index clearing_held_file on clearing_held (mode, network, file_id);

-- What a single message says is earned on it: no clearing record follows that would say it.
create table single_message (
    identity             uuid   not null,
    interchange_minor    bigint not null,
    interchange_currency text,
    constraint single_message_pkey primary key (identity)
);
