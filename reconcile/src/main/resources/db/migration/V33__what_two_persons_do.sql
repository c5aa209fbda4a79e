-- Somebody wants what one person may not do alone; a second person agrees, or does not.
create table shared_deed_request (
    deed     text        not null check (deed in ('hard_close_month', 'reopen_month', 'rotate_card_keys')),
    subject  text        not null,
    reason   text        not null,
    asked_by text        not null,
    asked_at timestamptz not null,
    constraint shared_deed_request_pkey primary key (deed, subject)
);
