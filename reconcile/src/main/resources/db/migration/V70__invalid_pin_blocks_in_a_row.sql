-- Invalid PIN blocks in a row, of a card and of an API key: who can tell a right block from a wrong one as
-- often as they like learns the number of a card. The count goes with time, and a card's with a valid block.
create table pin_block_failure (
    kind        text        not null check (kind in ('card', 'key')),
    subject     text        not null,
    in_row      integer     not null check (in_row >= 0),
    waits_until timestamptz not null,
    constraint pin_block_failure_pkey primary key (kind, subject)
);
