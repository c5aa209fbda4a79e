-- People who work at the console, their sessions, and the trail of what people and keys changed.

create table operator (
    name               text        not null,
    role               text        not null check (role in ('viewer', 'operator', 'finance', 'administrator')),
    password_hash      text        not null,
    password_temporary boolean     not null,
    failed_logins      integer     not null check (failed_logins >= 0),
    locked_until       timestamptz,
    disabled_at        timestamptz,
    created_at         timestamptz not null,
    last_login_at      timestamptz,
    constraint operator_pkey primary key (name),
    constraint operator_name check (name ~ '^[a-z][a-z0-9._-]{1,39}$')
);

-- A session is known by the hash of a random token that only its browser has.
create table console_session (
    token_sha256 text        not null,
    operator     text        not null references operator,
    form_token   text        not null,
    begun_at     timestamptz not null,
    seen_at      timestamptz not null,
    constraint console_session_pkey primary key (token_sha256)
);
create index console_session_operator on console_session (operator);

-- What was changed is written here in the database transaction that changed it, so that neither is
-- without the other. It is moved to the end of the chain soon after: writers do not wait for each other.
create table audit_inbox (
    id         bigint generated always as identity,
    at         timestamptz not null,
    actor_kind text        not null check (actor_kind in ('operator', 'key', 'command')),
    actor      text        not null,
    action     text        not null,
    subject    text        not null,
    remark     text        not null,
    constraint audit_inbox_pkey primary key (id)
);

-- Each entry holds the hash of the one before: none can be changed, left out or put between
-- without every later hash being another.
create table audit_entry (
    number          bigint      not null check (number > 0),
    at              timestamptz not null,
    actor_kind      text        not null check (actor_kind in ('operator', 'key', 'command')),
    actor           text        not null,
    action          text        not null,
    subject         text        not null,
    remark          text        not null,
    previous_sha256 text        not null,
    sha256          text        not null,
    constraint audit_entry_pkey primary key (number)
);
create index audit_entry_actor on audit_entry (actor, number);
create index audit_entry_subject on audit_entry (subject, number) where subject <> '';

create function audit_is_append_only() returns trigger language plpgsql as
$$
begin
    raise exception 'the audit trail is append-only';
end
$$;
create trigger audit_entry_append_only
    before update or delete or truncate on audit_entry
    for each statement execute function audit_is_append_only();
create trigger audit_inbox_unchanged
    before update or truncate on audit_inbox
    for each statement execute function audit_is_append_only();
