-- Somebody knows better than the match to which transaction a clearing record belongs. The record's
-- line says where it is now, as it does for what left suspense; each step that led there stands here,
-- on the date on which its journals are booked. Their subject is the step.
create table clearing_link (
    id                  uuid        not null,
    clearing_id         uuid        not null references clearing,
    number              integer     not null check (number > 0),
    mode                text        not null check (mode in ('live', 'sandbox')),
    business_date       date        not null,
    from_transaction_id uuid        not null,
    to_transaction_id   uuid        not null,
    amount_minor        bigint      not null check (amount_minor > 0),
    currency            char(3)     not null,
    hold_taken_minor    bigint      not null check (hold_taken_minor >= 0),
    reason              text        not null,
    linked_by           text        not null,
    linked_at           timestamptz not null,
    constraint clearing_link_pkey primary key (id),
    constraint clearing_link_number unique (clearing_id, number),
    constraint clearing_link_elsewhere check (from_transaction_id <> to_transaction_id)
);
create index clearing_link_date on clearing_link (mode, business_date);
create index clearing_link_from on clearing_link (from_transaction_id);
create index clearing_link_to on clearing_link (to_transaction_id);
