-- The queue of differences as those who work on them sort it, and what a night found.
create index break_queue on break (mode, severity, origin_date) where state in ('open', 'investigating');
create index break_owner on break (mode, owner, id) where state in ('open', 'investigating');
create index break_origin on break (mode, origin_date, type);

-- Somebody wants the issuer to bear a difference; a second person agrees, or does not.
create table write_off_request (
    break_id uuid        not null references break,
    reason   text        not null,
    asked_by text        not null,
    asked_at timestamptz not null,
    constraint write_off_request_pkey primary key (break_id)
);
