-- Whether the network ever took a dispute: then its money moved.
alter table dispute add column submitted boolean not null default false;
update dispute set submitted = true where status in ('under_review', 'won', 'lost');

-- What was booked for a dispute so far. A dispute that has ended is never booked again.
create table dispute_money (
    dispute_id uuid    not null references dispute,
    mode       text    not null check (mode in ('live', 'sandbox')),
    credited   boolean not null,
    funded     boolean not null,
    ended      boolean not null,
    constraint dispute_money_pkey primary key (dispute_id)
);
create index dispute_money_open on dispute_money (mode) where not ended;
