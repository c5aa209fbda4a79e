-- Settlement and ledger: what became of each record, double-entry journals, the totals of dates and
-- settlement cycles, the bank, the months and the reports.

-- The smallest id of an instant: ids are in the order of time.
create function id_floor(at timestamptz) returns uuid language sql immutable strict as
$$
select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- What became of one record that moves money: to which transaction it was posted, and why. The id is
-- that of the clearing record, or of the transaction for a single-message financial. A night writes
-- millions of lines and no night is ever deleted: a foreign key to it would cost as much as the line.
--
-- What is found out later about a line, in suspense or posted to another transaction, stands beside it
-- (identified_transaction_id, identified_on): the rest of the line is what its own night wrote, so that the reports of that date
-- come out the same whenever they are made again. A record that leaves suspense may move more towards
-- the network than its own night booked, on the other side or as other interchange: that is a line of
-- its own, of the night that found it, and names the line that it corrects.
create table settlement_line (
    id                     uuid        not null,
    night_id               bigint      not null,
    mode                   text        not null,
    business_date          date        not null,
    record_type            text        not null,
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
    identified_transaction_id uuid,
    identified_on          date,
    corrects               uuid,
    constraint settlement_line_pkey primary key (id),
    constraint settlement_line_record_type_check
        check (record_type in ('clearing', 'refund', 'atm', 'reversal', 'fee', 'correction')
               and (record_type = 'correction') = (corrects is not null))
);
create index settlement_line_date on settlement_line using brin (business_date) with (autosummarize = on);
create index settlement_line_lineage on settlement_line (lineage_id, id);
-- Whether a record of the same ARN was settled before. An acquirer's ARNs of a day follow one another:
-- their entries stand together.
create index settlement_line_arn on settlement_line (arn, lineage_id) where arn is not null;
-- What of a lineage was settled before that a plain record may have to do with. That includes a record
-- that was posted to a transaction of another network identifier: it was matched by a weaker key than
-- the identifier, which is level 1, or by an operator.
create index settlement_line_related on settlement_line (lineage_id, id)
    where transaction_id is null
       or record_type = 'refund'
       or match_level > 1
       or identified_transaction_id is not null;
-- Few lines are identified later.
create index settlement_line_identified on settlement_line (mode, identified_on)
    where identified_on is not null;
-- The page of a night shows the few records that it left in suspense.
create index settlement_line_suspended on settlement_line (mode, business_date) where outcome = 'suspended';

-- The holds that the ledger carries in its memo accounts: those of the feed up to the cut, less what
-- nights released. Their sum is the balance of account 9010.
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
-- Few holds are released by a night before one has booked them; each night asks for them.
create index open_hold_ahead on open_hold (mode) where held_minor < 0;

-- Double-entry journals. A row is one amount that leaves one account and enters another, in one
-- currency: a journal is its rows of one event and subject, and cannot be out of balance. The primary
-- key is what makes a rerun post nothing twice. Journals of clearing records and single messages have
-- the id of the row they are about as their subject; ids are in the order of time, so a night adds to
-- the end of the key. The accounts that nearly every row names stand first in their check.
--
-- Nearly every journal charges what clears and releases its hold. Such a journal is one row, which
-- costs half of two: released_minor is what the same event releases of the hold, in the same currency,
-- an entry of its own before this one. ledger_entry shows both.
create table ledger_row (
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
    released_minor bigint,
    constraint ledger_row_pkey primary key (subject, event, ordinal),
    constraint ledger_row_accounts check (
        debit_account in ('2100', '9020', '9010', '2010', '1010', '1200', '1310', '1390', '1900',
                          '1901', '2200', '4010', '5010', '5015', '5020', '5040')
        and credit_account in ('2010', '9010', '9020', '4010', '1010', '1200', '1310', '1390', '1900',
                               '1901', '2100', '2200', '5010', '5015', '5020', '5040')
        and debit_account <> credit_account
        and (debit_account >= '9000') = (credit_account >= '9000')),
    constraint ledger_row_released check (
        released_minor is null
        or (released_minor > 0 and ordinal > 0 and debit_account < '9000'))
);
create index ledger_row_date on ledger_row using brin (business_date) with (autosummarize = on);
-- The balance of suspense comes from the ledger; few entries are on it.
create index ledger_row_suspense on ledger_row (mode, business_date)
    where debit_account = '1310' or credit_account = '1310';

create function ledger_is_append_only() returns trigger language plpgsql as
$$
begin
    raise exception 'the ledger is append-only: correct it by a reversing entry';
end
$$;
create trigger ledger_row_append_only
    before update or delete or truncate on ledger_row
    for each statement execute function ledger_is_append_only();

-- One entry to each amount that leaves one account and enters another.
create view ledger_entry as
select subject, event, ordinal, mode, business_date, account_id, debit_account, credit_account,
       amount_minor, currency, card_id, transaction_id, clearing_id
  from ledger_row
union all
select subject, event, ordinal - 1, mode, business_date, account_id, '9020', '9010', released_minor,
       currency, card_id, transaction_id, clearing_id
  from ledger_row
 where released_minor is not null;

-- What each record did to the transaction that it is posted to. An operator may have changed that since.
-- A clearing reversal takes back no more than its transaction has: the ledger says how much that was. One
-- that found nothing to take back waits in suspense, and did nothing to any.
create view posted_share as
select line.id as record_id, line.mode, line.lineage_id, line.arn, line.record_type, line.currency,
       line.created_at,
       coalesce(line.identified_transaction_id, line.transaction_id) as transaction_id,
       coalesce(line.identified_on, line.business_date) as on_date,
       case when line.record_type <> 'reversal' then line.amount_minor
            else (select coalesce(sum(entry.amount_minor), 0)
                    from ledger_row entry
                   where entry.subject = line.id
                     and entry.event in ('clearing_reversal', 'suspense_identified')
                     and '2100' in (entry.debit_account, entry.credit_account)) end as minor
  from settlement_line line
 where line.corrects is null
   and coalesce(line.identified_transaction_id, line.transaction_id) is not null;

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

-- Totals of a card on a UTC day, by the time of its messages. What comes late makes a new version of
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

-- Totals of what was posted on a business date. A debit is what the network is owed more.
create table posting_total (
    mode          text    not null,
    business_date date    not null,
    account_id    uuid,
    program_id    uuid,
    currency      char(3) not null,
    kind          text    not null check (kind in ('purchase', 'cash', 'refund', 'reversal', 'interchange', 'fee', 'correction', 'difference', 'dispute')),
    count         bigint  not null,
    debit_minor   numeric not null,
    credit_minor  numeric not null,
    constraint posting_total_key unique nulls not distinct
        (mode, business_date, account_id, program_id, currency, kind)
);

-- The part of a settlement cycle that a business date posted: the cycle is the sum of its parts.
-- collected_minor is the part of the fees that messages announced; the rest is what the network's total
-- states beyond them.
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
    collected_minor   numeric not null,
    constraint cycle_part_pkey primary key
        (mode, settlement_date, network, institution, service, cycle, currency, business_date)
);
create index cycle_part_date on cycle_part (mode, business_date);

-- The network's total of a cycle. A higher version takes the place of a lower one.
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
create index network_total_date on network_total (mode, business_date);

-- Differences between the network's total of a cycle and our records that the issuer carries until the
-- network corrects them. One stands as long as the difference is the one that was accepted; then a
-- further row takes it back.
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

-- What the bank moved on a value date against what the networks announced to settle on it, and what of
-- it is in the ledger. What banks and networks state is compared exactly, however large; what no account
-- can hold is never booked.
create table bank_day (
    mode             text    not null check (mode in ('live', 'sandbox')),
    value_date       date    not null,
    currency         char(3) not null,
    subject          uuid    not null,
    state            text    not null check (state in ('waiting', 'agrees', 'differs')),
    bank_minor       numeric not null,
    network_minor    numeric not null,
    paid_minor       bigint  not null,
    difference_minor bigint  not null,
    written_off_minor numeric,
    bookings         integer not null,
    constraint bank_day_pkey primary key (mode, value_date, currency),
    constraint bank_day_subject unique (subject)
);

-- What each night booked of a bank day.
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

-- Months that are closed. The totals of a hard closed month are kept with the hash of what they were
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
