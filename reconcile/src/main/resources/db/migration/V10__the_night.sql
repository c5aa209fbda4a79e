-- The night: one run per mode and business date that settles what the feed recorded up to a frozen
-- cut, proves the totals and closes the date. Ids of what it writes follow from what it is about,
-- so that a killed and restarted night leaves the same rows as an undisturbed one.

-- A night is unfinished until it is complete; there is one unfinished night per mode at most. An
-- open day, which only the sandbox may run, has one night per look at it; a closed date has one.
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

-- What a night still has to settle, by chain of cards. A row goes with the posting of its record,
-- in the same database transaction; so a restart finds what is left.
create table night_work (
    night_id   bigint not null references night,
    lineage_id uuid   not null,
    kind       text   not null check (kind in ('clearing', 'single_message')),
    item_id    uuid   not null,
    primary key (night_id, lineage_id, kind, item_id)
);

-- Days of cards whose activity a night saw or changed, and that it still has to total.
create table night_dirty (
    night_id bigint not null references night,
    card_id  uuid   not null,
    day      date   not null,
    primary key (night_id, card_id, day)
);

-- Whether a record was taken follows from its place in the feed and its time, so that nothing has
-- to be marked on it; what became of it is in settlement_line.
drop index clearing_waiting;
alter table clearing drop column state;
create index clearing_created on clearing using brin (created_at) with (autosummarize = on);
create index clearing_place on clearing using brin (feed_offset int8_minmax_multi_ops) with (autosummarize = on);
create index transaction_place on transaction using brin (feed_offset int8_minmax_multi_ops) with (autosummarize = on);
create index message_place on message using brin (feed_offset int8_minmax_multi_ops) with (autosummarize = on);
create index message_created on message using brin (created_at) with (autosummarize = on);
create index message_recorded on message (kind, id) where outcome = 'recorded';
alter index transaction_created set (autosummarize = on);

-- What became of one record that moves money: to which transaction it was posted, and why. The id
-- is that of the clearing record, or of the transaction for a single-message financial.
create table settlement_line (
    id                     uuid        not null,
    night_id               bigint      not null references night,
    mode                   text        not null,
    business_date          date        not null,
    record_type            text        not null check (record_type in ('clearing', 'refund', 'atm', 'reversal', 'fee')),
    outcome                text        not null,
    account_id             uuid,
    card_id                uuid,
    lineage_id             uuid        not null,
    transaction_id         uuid,
    linked_transaction_id  uuid,
    arn                    text,
    direction              text        not null check (direction in ('debit', 'credit')),
    amount_minor           bigint      not null check (amount_minor >= 0),
    currency               char(3)     not null,
    settlement_minor       bigint      not null check (settlement_minor >= 0),
    settlement_currency    char(3)     not null,
    interchange_minor      bigint      not null,
    interchange_currency   char(3)     not null,
    network                text        not null,
    settlement_institution text,
    settlement_service     text,
    settlement_date        date,
    settlement_cycle       integer,
    match_level            integer,
    match_score            integer,
    match_detail           jsonb,
    auth_minor             bigint,
    break_type             text,
    created_at             timestamptz not null,
    constraint settlement_line_pkey primary key (id)
);
create index settlement_line_date on settlement_line using brin (business_date) with (autosummarize = on);
create index settlement_line_lineage on settlement_line (lineage_id, id);

-- The holds that the ledger carries in its memo accounts: those of the stream up to the cut, less
-- what nights released. Their sum is the balance of account 9010.
create table open_hold (
    transaction_id uuid    not null,
    mode           text    not null,
    account_id     uuid    not null,
    card_id        uuid    not null,
    currency       char(3) not null,
    held_minor     bigint  not null,
    hold_until     date,
    created_at     timestamptz not null,
    constraint open_hold_pkey primary key (transaction_id)
);
create index open_hold_until on open_hold (hold_until, transaction_id);

-- Double-entry journals. A row is one amount that leaves one account and enters another, in one
-- currency: a journal is its rows of one event and subject, and cannot be out of balance. The
-- primary key is what makes a rerun post nothing twice.
create table ledger_entry (
    subject        uuid    not null,
    event          text    not null,
    ordinal        integer not null check (ordinal >= 0),
    mode           text    not null check (mode in ('live', 'sandbox')),
    business_date  date    not null,
    account_id     uuid,
    debit_account  text    not null,
    credit_account text    not null,
    amount_minor   bigint  not null check (amount_minor > 0),
    currency       char(3) not null,
    card_id        uuid,
    transaction_id uuid,
    clearing_id    uuid,
    constraint ledger_entry_pkey primary key (subject, event, ordinal),
    constraint ledger_entry_accounts check (
        debit_account in ('1010', '1200', '1310', '1390', '1900', '1901', '2010', '2100', '2200',
                          '4010', '5010', '5015', '5020', '5040', '9010', '9020')
        and credit_account in ('1010', '1200', '1310', '1390', '1900', '1901', '2010', '2100', '2200',
                               '4010', '5010', '5015', '5020', '5040', '9010', '9020')
        and debit_account <> credit_account
        and (debit_account >= '9000') = (credit_account >= '9000'))
);
create index ledger_entry_date on ledger_entry using brin (business_date) with (autosummarize = on);

create function ledger_is_append_only() returns trigger language plpgsql as
$$
begin
    raise exception 'the ledger is append-only: correct it by a reversing entry';
end
$$;
create trigger ledger_entry_append_only
    before update or delete or truncate on ledger_entry
    for each statement execute function ledger_is_append_only();

-- The ledger of one date, summed: the trial balance of any date is the sum of the dates up to it.
create table ledger_day (
    mode          text    not null,
    business_date date    not null,
    account       text    not null,
    currency      char(3) not null,
    debit_minor   numeric not null,
    credit_minor  numeric not null,
    primary key (mode, business_date, account, currency)
);

-- Who looks into a difference and how it ended. A write-off has a second person.
alter table break
    add column owner       text,
    add column resolution  text,
    add column resolved_by text,
    add column approved_by text,
    add column closed_at   timestamptz;
create index break_unresolved on break (mode, type, id) where state in ('open', 'investigating');
create index break_transaction on break (transaction_id) where transaction_id is not null;

create table break_history (
    break_id uuid        not null references break,
    number   integer     not null,
    at       timestamptz not null,
    who      text        not null,
    action   text        not null,
    remark   text,
    primary key (break_id, number)
);

-- Where the ids of a moment begin: ids are in the order of time.
create function id_floor(at timestamptz) returns uuid language sql immutable strict as
$$
select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- What a card did on a UTC day, by the time of its messages. What comes late makes a new version of
-- the day; the one that was issued stays.
create table activity_total (
    mode               text    not null,
    day                date    not null,
    card_id            uuid    not null,
    version            integer not null,
    business_date      date    not null,
    account_id         uuid    not null,
    program_id         uuid    not null,
    currency           char(3) not null,
    authorized_count   bigint  not null,
    authorized_minor   numeric not null,
    declined_count     bigint  not null,
    declined_reasons   jsonb   not null,
    reversed_count     bigint  not null,
    reversed_minor     numeric not null,
    expired_count      bigint  not null,
    expired_minor      numeric not null,
    cash_count         bigint  not null,
    cash_minor         numeric not null,
    force_posted_count bigint  not null,
    force_posted_minor numeric not null,
    counted_minor      numeric not null,
    constraint activity_total_pkey primary key (mode, day, card_id, version)
);
create index activity_total_issued on activity_total using brin (business_date) with (autosummarize = on);

-- What was posted on a business date. A debit is what the network is owed more.
create table posting_total (
    mode          text    not null,
    business_date date    not null,
    account_id    uuid,
    program_id    uuid,
    currency      char(3) not null,
    kind          text    not null check (kind in ('purchase', 'cash', 'refund', 'reversal', 'interchange', 'fee', 'difference', 'dispute')),
    count         bigint  not null,
    debit_minor   numeric not null,
    credit_minor  numeric not null,
    constraint posting_total_key unique nulls not distinct
        (mode, business_date, account_id, program_id, currency, kind)
);

-- The part of a settlement cycle that a business date posted: the cycle is the sum of its parts.
create table cycle_part (
    mode              text    not null,
    business_date     date    not null,
    network           text    not null,
    institution       text    not null,
    service           text    not null,
    settlement_date   date    not null,
    cycle             integer not null,
    currency          char(3) not null,
    debit_count       bigint  not null,
    debit_minor       numeric not null,
    credit_count      bigint  not null,
    credit_minor      numeric not null,
    interchange_minor numeric not null,
    fees_minor        numeric not null,
    constraint cycle_part_pkey primary key
        (mode, settlement_date, network, institution, service, cycle, currency, business_date)
);

-- What the network says of a cycle. A higher version takes the place of a lower one.
create table network_total (
    mode              text    not null,
    network           text    not null,
    institution       text    not null,
    service           text    not null,
    settlement_date   date    not null,
    cycle             integer not null,
    currency          char(3) not null,
    version           integer not null,
    message           uuid    not null,
    business_date     date    not null,
    debit_count       bigint  not null,
    debit_minor       bigint  not null,
    credit_count      bigint  not null,
    credit_minor      bigint  not null,
    interchange_minor bigint  not null,
    fees_minor        bigint  not null,
    net_minor         bigint  not null,
    complete          boolean not null,
    constraint network_total_pkey primary key
        (mode, settlement_date, network, institution, service, cycle, currency, version)
);

-- A dispute that a difference led to, once per difference; and what the night decided about each
-- difference that can be disputed, so that it is looked at until it is decided and then no more.
alter table dispute add column break_id uuid references break;
create unique index dispute_break on dispute (break_id) where break_id is not null;
create index dispute_unresolved on dispute (mode, id) where status in ('open', 'under_review');

create table dispute_decision (
    break_id       uuid   primary key references break,
    mode           text   not null,
    business_date  date   not null,
    decision       text   not null check (decision in ('opened', 'proposed', 'expired', 'never')),
    why            text,
    transaction_id uuid   not null,
    dispute_id     uuid   references dispute,
    reason         text,
    amount_minor   bigint,
    currency       char(3),
    deadline       date,
    evidence       jsonb
);
create index dispute_decision_date on dispute_decision (mode, business_date);

-- Reports that were issued. One that is run again and comes out otherwise gets the next version; the
-- files of the earlier ones stay.
create table report_issue (
    mode          text    not null,
    business_date date    not null,
    name          text    not null,
    version       integer not null,
    night_id      bigint  not null references night,
    sha256        text    not null,
    row_count     bigint  not null,
    manifest      jsonb   not null,
    constraint report_issue_pkey primary key (mode, business_date, name, version)
);
