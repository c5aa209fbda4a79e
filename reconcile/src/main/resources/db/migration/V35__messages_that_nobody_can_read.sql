-- Messages of the feed that could not be read, as the dead letter topic has them: redacted. They wait
-- until somebody has them sent again, after a fix, or puts them aside. A place of a topic that was
-- made anew is another place: the broker's time tells them apart.
create table quarantined_message (
    id             bigint generated always as identity,
    feed_partition integer     not null,
    feed_offset    bigint      not null,
    received_at    timestamptz not null,
    reason         text        not null,
    detail         text        not null,
    message_key    text,
    body           text        not null,
    state          text        not null check (state in ('waiting', 'replayed', 'discarded')),
    closed_by      text,
    closed_at      timestamptz,
    remark         text,
    constraint quarantined_message_pkey primary key (id),
    constraint quarantined_message_place unique (feed_partition, feed_offset, received_at),
    constraint quarantined_message_closed
        check ((state = 'waiting') = (closed_by is null and closed_at is null))
);
create index quarantined_message_state on quarantined_message (state, id);
