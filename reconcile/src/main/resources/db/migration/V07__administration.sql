-- What administration keeps: when a key was used last, to the minute, and how the PIN key of a book
-- leaves the vault.

alter table api_key add column last_used_at timestamptz;

-- A PIN key leaves in two components, each shown to its custodian once: what was shown is gone.
create table pin_key_component (
    account_id uuid        not null,
    mode       text        not null,
    number     smallint    not null check (number in (1, 2)),
    wrapped_by text,
    id         text        not null,
    wrapped    bytea,
    shown_at   timestamptz,
    constraint pin_key_component_pkey primary key (account_id, mode, number),
    constraint pin_key_component_key foreign key (account_id, mode) references pin_key,
    constraint pin_key_component_shown_once
        check ((shown_at is null) = (wrapped is not null) and (shown_at is null) = (wrapped_by is not null))
);
