-- Money that owners of funding accounts pay over the bank: an entry that names a funding account moves it,
-- and pays no network. The note says why an entry that names one waits for a person.
alter table bank_entry
    add funding_id   uuid references funding_account (id),
    add funding_note text,
    drop constraint bank_entry_purpose,
    add constraint bank_entry_purpose check (
        not fee and settles_on is null or funding_id is null and (not fee or settles_on is null));
create index bank_entry_funding on bank_entry (mode, value_date) where funding_id is not null;

-- What nights booked of such entries: above zero what came to the funding account. An entry that is taken
-- back, or told to pay something else, has nothing due any more.
create table bank_funding (
    entry_id     uuid    not null,
    funding_id   uuid    not null references funding_account (id),
    mode         text    not null check (mode in ('live', 'sandbox')),
    booked_minor bigint  not null,
    bookings     integer not null check (bookings > 0),
    constraint bank_funding_pkey primary key (entry_id, funding_id)
);
