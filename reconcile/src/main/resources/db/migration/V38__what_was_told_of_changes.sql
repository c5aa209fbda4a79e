-- Up to which row of the log of changed cards the events were published. Whoever publishes holds the
-- row while it does; rows that were not told yet are not taken out of the log.
create table event_position (
    only_one   boolean primary key default true check (only_one),
    changed_by xid8    not null,
    card_id    uuid    not null
);
insert into event_position (changed_by, card_id)
values (pg_snapshot_xmin(pg_current_snapshot()), '00000000-0000-0000-0000-000000000000');
