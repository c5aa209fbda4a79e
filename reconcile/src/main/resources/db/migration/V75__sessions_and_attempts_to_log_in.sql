-- Sessions of the console as Spring Session reads and writes them. An id is 256 random bits that only
-- its browser has; here is their hash.
drop table console_session;
create table console_session (
    primary_id            text    not null,
    session_id            text    not null,
    creation_time         bigint  not null,
    last_access_time      bigint  not null,
    max_inactive_interval integer not null,
    expiry_time           bigint  not null,
    principal_name        text,
    constraint console_session_pkey primary key (primary_id)
);
create unique index console_session_id on console_session (session_id);
create index console_session_principal on console_session (principal_name);
create index console_session_expiry on console_session (expiry_time);

create table console_session_attributes (
    session_primary_id text  not null references console_session on delete cascade,
    attribute_name     text  not null,
    attribute_bytes    bytea not null,
    constraint console_session_attributes_pkey primary key (session_primary_id, attribute_name)
);

-- Attempts are counted by whom and where from, no longer by the name alone. What an operator may do
-- has a version: a session of an older one is over.
alter table operator drop column failed_logins, drop column locked_until;
alter table operator add column access_version bigint not null default 0;

-- Logins that failed in a row: of a name from an address, of a name from anywhere (source is empty),
-- of any name from an address (name is empty).
create table login_failure (
    name     text        not null,
    source   text        not null,
    failures integer     not null check (failures >= 0),
    last_at  timestamptz not null,
    constraint login_failure_pkey primary key (name, source)
);
create index login_failure_last on login_failure (last_at);

-- The addresses that an operator logged in from. Whatever fails elsewhere does not keep them out here.
create table login_source (
    operator text        not null references operator,
    source   text        not null,
    last_at  timestamptz not null,
    constraint login_source_pkey primary key (operator, source)
);
