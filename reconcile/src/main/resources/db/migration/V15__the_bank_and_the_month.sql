-- Entries of the settlement account as its bank states them, each once however often a statement is
-- read. An amount above zero left the account.
create table bank_entry (
    id          uuid        not null,
    mode        text        not null check (mode in ('live', 'sandbox')),
    statement   text        not null,
    account     text        not null,
    reference   text,
    booked_on   date        not null,
    value_date  date        not null,
    currency    char(3)     not null,
    paid_minor  bigint      not null,
    imported_at timestamptz not null,
    constraint bank_entry_pkey primary key (id)
);
create index bank_entry_value_date on bank_entry (mode, value_date, currency);

-- What the bank moved on a value date against what the networks said they would settle on it, and
-- what of it is in the ledger.
create table bank_day (
    mode             text    not null check (mode in ('live', 'sandbox')),
    value_date       date    not null,
    currency         char(3) not null,
    subject          uuid    not null,
    state            text    not null check (state in ('waiting', 'agrees', 'differs')),
    bank_minor       bigint  not null,
    network_minor    bigint  not null,
    paid_minor       bigint  not null,
    difference_minor bigint  not null,
    borne_minor      bigint,
    bookings         integer not null,
    constraint bank_day_pkey primary key (mode, value_date, currency),
    constraint bank_day_subject unique (subject)
);

-- What each night booked of it.
create table bank_booking (
    mode             text    not null,
    subject          uuid    not null references bank_day (subject),
    number           integer not null,
    business_date    date    not null,
    currency         char(3) not null,
    paid_minor       bigint  not null,
    difference_minor bigint  not null,
    constraint bank_booking_pkey primary key (subject, number)
);
create index bank_booking_date on bank_booking (mode, business_date);

-- Months that are closed. What a hard closed month added up to is kept with the hash of what it was
-- computed from: the same rows give the same hash, however much later.
create table month_close (
    mode           text        not null check (mode in ('live', 'sandbox')),
    month          date        not null check (extract(day from month) = 1),
    stage          text        not null check (stage in ('soft_closed', 'hard_closed')),
    soft_closed_at timestamptz not null,
    soft_closed_by text        not null,
    hard_closed_at timestamptz,
    hard_closed_by text,
    approved_by    text,
    inputs_sha256  text,
    snapshot       jsonb,
    constraint month_close_pkey primary key (mode, month),
    constraint month_close_hard check
        ((stage = 'hard_closed') = (hard_closed_at is not null and hard_closed_by is not null
                                    and approved_by is not null and inputs_sha256 is not null
                                    and snapshot is not null))
);
