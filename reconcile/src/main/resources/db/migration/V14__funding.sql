-- Funding accounts: money of one currency that the cards of a program or of a customer spend from. The
-- balance is ledger account 2100 seen from its owner, and moves with each journal of it, in the same
-- database transaction; what is held moves with each hold. A row is changed once by a batch of the
-- stream and once by a piece of a night, last of all, in the order of ids. No index covers what moves.
create table funding_account (
    id            uuid        not null,
    account_id    uuid        not null references account (id),
    mode          text        not null check (mode in ('live', 'sandbox')),
    program_id    uuid        references program (id),
    customer_id   uuid        references customer (id),
    currency      char(3)     not null,
    balance_minor numeric     not null,
    held_minor    numeric     not null check (held_minor >= 0),
    created_at    timestamptz not null,
    constraint funding_account_pkey primary key (id),
    constraint funding_account_owner check ((program_id is null) <> (customer_id is null))
) with (fillfactor = 50);
create unique index funding_account_program on funding_account (program_id, currency)
    where program_id is not null;
create unique index funding_account_customer on funding_account (customer_id, currency)
    where customer_id is not null;
create index funding_account_book on funding_account (account_id, mode, id);

-- What moved a funding account outside the stream: a journal of 2100, under the key that its row has in
-- the ledger; or a hold that a night changed, under the id of its transaction and the version that it
-- had then. The key is what makes a rerun move nothing twice. Holds of the stream have no row here:
-- their transactions tell.
create table funding_movement (
    subject        uuid   not null,
    event          text   not null,
    ordinal        integer not null,
    number         bigint generated always as identity,
    funding_id     uuid   not null references funding_account (id),
    mode           text   not null,
    business_date  date   not null,
    balance_minor  bigint not null,
    held_minor     bigint not null,
    card_id        uuid,
    transaction_id uuid,
    recorded_by    xid8   not null default pg_current_xact_id(),
    constraint funding_movement_pkey primary key (subject, event, ordinal)
);
create index funding_movement_account on funding_movement (funding_id, number);
create index funding_movement_transaction on funding_movement (recorded_by);
create index funding_movement_date on funding_movement using brin (business_date) with (autosummarize = on);

create function funding_movement_is_append_only() returns trigger language plpgsql as
$$
begin
    raise exception 'funding movements are append-only: correct one by another';
end
$$;
create trigger funding_movement_append_only
    before update or delete or truncate on funding_movement
    for each statement execute function funding_movement_is_append_only();

-- The account that pays for a card now: its customer's before its program's.
create function funding_of_card(of_card uuid) returns uuid language sql stable as
$$
select coalesce(customers.id, programs.id)
  from card
  left join funding_account customers
    on customers.customer_id = card.customer_id
   and customers.currency = card.currency
  left join funding_account programs
    on programs.program_id = card.program_id
   and programs.currency = card.currency
 where card.id = of_card
$$;

-- The account that the hold of a transaction is held on, and that pays for it.
alter table transaction add column funding_id uuid;
-- What an inquiry was told can be drawn on.
alter table message add column available_minor bigint;

-- Money of funding accounts lies at a bank account of its own, which no network settles with.
alter table ledger_row
    drop constraint ledger_row_accounts,
    add constraint ledger_row_accounts check (
        debit_account in ('2100', '9020', '9010', '2010', '1010', '1020', '1200', '1310', '1390', '1900',
                          '1901', '2200', '4010', '5010', '5015', '5020', '5030', '5040')
        and credit_account in ('2010', '9010', '9020', '4010', '1010', '1020', '1200', '1310', '1390',
                               '1900', '1901', '2100', '2200', '5010', '5015', '5020', '5030', '5040')
        and debit_account <> credit_account
        and (debit_account >= '9000') = (credit_account >= '9000'));
