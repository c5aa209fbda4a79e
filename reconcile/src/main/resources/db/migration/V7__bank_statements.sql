-- The bank as it is: statements and their pages beside the entries that they state, which are known by
-- the bank's own reference and not by their place.

-- Statements of a settlement account. A bank may number its statements anew each year and change one
-- that it has given out: what comes under a name that is taken, with another content, is the next
-- edition. An intraday report (camt.052) says nothing final about its own date.
create table bank_statement (
    id          uuid        not null,
    mode        text        not null check (mode in ('live', 'sandbox')),
    kind        text        not null check (kind in ('statement', 'report')),
    account     text        not null,
    currency    char(3)     not null,
    statement   text        not null,
    sequence    bigint,
    created_on  date,
    edition     integer     not null check (edition > 0),
    -- The dates that it speaks of; it has spoken for good up to stated_to once all its pages are there.
    stated_from date,
    stated_to   date,
    complete    boolean     not null,
    imported_at timestamptz not null,
    constraint bank_statement_pkey primary key (id),
    constraint bank_statement_edition unique nulls not distinct
        (mode, account, currency, kind, statement, sequence, created_on, edition)
);

-- Balances are above zero where the account has money; what moved is above zero where money left.
create table bank_page (
    statement_id  uuid    not null references bank_statement on delete cascade,
    page          integer not null check (page > 0),
    last          boolean not null,
    content       text    not null,
    opening_minor numeric,
    closing_minor numeric,
    moved_minor   numeric not null,
    constraint bank_page_pkey primary key (statement_id, page)
);

-- What a page states; an entry that several statements state is one entry.
create table bank_line (
    statement_id uuid    not null,
    page         integer not null,
    number       integer not null,
    entry_id     uuid    not null references bank_entry,
    constraint bank_line_pkey primary key (statement_id, page, number),
    constraint bank_line_page foreign key (statement_id, page) references bank_page on delete cascade
);
create index bank_line_entry on bank_line (entry_id);

-- What an entry is known by: the bank's reference with date and amount, else a hash of all that the
-- bank says of it; of several that are equal in one statement, which one. Entries that were taken over
-- before have no reference that is known to be the bank's own.
alter table bank_entry
    add identity   text,
    add occurrence integer not null default 1 check (occurrence > 0),
    add intraday   boolean not null default false;
update bank_entry
   set identity = case
                      when reference is null then 'place ' || statement || ' ' || id
                      else 'ref ' || reference || '|' || booked_on || '|' || paid_minor
                  end;
update bank_entry
   set occurrence = counted.occurrence
  from (select id,
               row_number() over (partition by mode, account, currency, identity order by id) as occurrence
          from bank_entry) counted
 where bank_entry.id = counted.id;

insert into bank_statement (id, mode, kind, account, currency, statement, edition, stated_from,
                            stated_to, complete, imported_at)
select md5(concat_ws('|', mode, account, currency, statement))::uuid, mode, 'statement', account,
       currency, statement, 1, min(value_date), max(value_date), true, min(imported_at)
  from bank_entry
 group by mode, account, currency, statement;
insert into bank_page (statement_id, page, last, content, moved_minor)
select md5(concat_ws('|', mode, account, currency, statement))::uuid, 1, true, '', sum(paid_minor)
  from bank_entry
 group by mode, account, currency, statement;
insert into bank_line (statement_id, page, number, entry_id)
select md5(concat_ws('|', mode, account, currency, statement))::uuid, 1,
       row_number() over (partition by mode, account, currency, statement order by id), id
  from bank_entry;

alter table bank_entry
    drop column statement,
    alter column identity set not null,
    alter column occurrence drop default,
    alter column intraday drop default,
    add constraint bank_entry_once unique (mode, account, currency, identity, occurrence);
create index bank_entry_reference on bank_entry (mode, account, reference) where reference is not null;
