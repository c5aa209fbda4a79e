-- Each entry of the trail is sealed by a MAC under a key of the vault, over itself and the seal of the
-- one before: who has the database alone cannot write one, nor another in its place. Entries of before
-- name no key; their seal is a hash, and the first entry under a key holds the last of them.
alter table audit_entry rename column previous_sha256 to previous;
alter table audit_entry rename column sha256 to seal;
alter table audit_entry add column key text;

-- What goes to places outside the database: how long the trail was, and its last seal.
create table audit_checkpoint (
    sequence bigint      not null check (sequence > 0),
    at       timestamptz not null,
    cause    text        not null check (cause in ('first', 'hundred', 'night')),
    entries  bigint      not null check (entries > 0),
    head     text        not null,
    key      text        not null,
    seal     text        not null,
    night_at timestamptz,
    constraint audit_checkpoint_pkey primary key (sequence)
);
create trigger audit_checkpoint_append_only
    before update or delete or truncate on audit_checkpoint
    for each statement execute function audit_is_append_only();

-- How far each place outside has them.
create table audit_delivery (
    place    text   not null,
    sequence bigint not null,
    constraint audit_delivery_pkey primary key (place)
);
