-- What a night could not process: it is left aside with the reason and a break, and all else goes on. Each
-- later night tries it again, until it has a line.
create table record_skipped (
    night_id   bigint not null references night,
    mode       text   not null check (mode in ('live', 'sandbox')),
    kind       text   not null check (kind in ('clearing', 'single_message')),
    item_id    uuid   not null,
    lineage_id uuid   not null,
    reason     text   not null,
    constraint record_skipped_pkey primary key (item_id, night_id)
);
