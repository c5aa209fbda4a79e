-- Differences between the network's total of a cycle and our records that the issuer bears until
-- the network corrects them. They stand as long as the difference is the one that was accepted;
-- then they are taken back by a further row.
create table accepted_difference (
    mode          text    not null check (mode in ('live', 'sandbox')),
    subject       uuid    not null,
    number        integer not null,
    business_date date    not null,
    net_minor     bigint  not null,
    currency      char(3) not null,
    differences   jsonb,
    constraint accepted_difference_pkey primary key (mode, subject, number)
);

-- Records that came for an unknown card and that somebody identified; a night takes each once.
create table identified_record (
    clearing_id uuid   not null references clearing,
    mode        text   not null check (mode in ('live', 'sandbox')),
    lineage_id  uuid   not null,
    night_id    bigint references night,
    constraint identified_record_pkey primary key (clearing_id)
);
create index identified_record_waiting on identified_record (mode) where night_id is null;
