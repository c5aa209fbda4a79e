-- Operations: operators and how they log in, the audit trail, approvals, the job repository, and
-- functions that the product calls as the owner of the tables.

-- An operator of the console. An administrator does not work on money unless finance is given, too. A
-- session of an older access_version is over.
create table operator (
    name               text        not null,
    password_hash      text        not null,
    password_temporary boolean     not null,
    disabled_at        timestamptz,
    created_at         timestamptz not null,
    last_login_at      timestamptz,
    roles              text[]      not null,
    access_version     bigint      not null default 0,
    constraint operator_pkey primary key (name),
    constraint operator_name check (name ~ '^[a-z][a-z0-9._-]{1,39}$'),
    constraint operator_roles check (
        cardinality(roles) > 0
        and roles <@ array['viewer', 'operator', 'finance', 'administrator']
    )
);

-- Everything that gave an operator a name, a role, a password or another factor, and by whom. An
-- operator who was given something a short while ago does not approve what the giver asks for.
create table operator_grant (
    operator        text        not null references operator,
    granted_by      text        not null,
    granted_at      timestamptz not null,
    granted_by_kind text        not null check (granted_by_kind in ('operator', 'key', 'command', 'provider', 'start'))
);
create index operator_grant_operator on operator_grant (operator, granted_at);

-- The user of an identity provider that first logged in as an operator: a name may be given anew there,
-- a subject is not.
create table operator_provider_user (
    operator text        not null references operator,
    issuer   text        not null,
    subject  text        not null,
    bound_at timestamptz not null,
    constraint operator_provider_user_pkey primary key (operator)
);
create unique index operator_provider_user_subject on operator_provider_user (issuer, subject);

-- Secrets of one-time passwords, wrapped. One counts from when its first code was given. A code is valid
-- once: last_step is the half minute of the last one.
create table operator_totp (
    operator     text        not null references operator,
    secret       bytea       not null,
    wrapped_by   text        not null,
    last_step    bigint      not null,
    confirmed_at timestamptz,
    constraint operator_totp_pkey primary key (operator)
);

-- Hashes of the codes for when the other factors are lost, each valid once.
create table operator_recovery_code (
    operator    text not null references operator,
    code_sha256 text not null,
    constraint operator_recovery_code_pkey primary key (operator, code_sha256)
);

-- Passkeys, in the tables that Spring Security reads and writes. Only the public half of a key is here.
create table user_entities (
    id           text not null,
    name         text not null references operator,
    display_name text,
    constraint user_entities_pkey primary key (id)
);
create unique index user_entities_name on user_entities (name);

create table user_credentials (
    credential_id                text    not null,
    user_entity_user_id          text    not null references user_entities on delete cascade,
    public_key                   bytea   not null,
    signature_count              bigint,
    uv_initialized               boolean,
    backup_eligible              boolean not null,
    authenticator_transports     text,
    public_key_credential_type   text,
    backup_state                 boolean not null,
    attestation_object           bytea,
    attestation_client_data_json bytea,
    created                      timestamp,
    last_used                    timestamp,
    label                        text    not null,
    constraint user_credentials_pkey primary key (credential_id)
);
create index user_credentials_owner on user_credentials (user_entity_user_id);

-- Sessions of the console as Spring Session reads and writes them. An id is 256 random bits that only
-- its browser has; here is their hash.
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

-- The addresses that an operator logged in from. Failures elsewhere do not lock the operator out here.
create table login_source (
    operator text        not null references operator,
    source   text        not null,
    last_at  timestamptz not null,
    constraint login_source_pkey primary key (operator, source)
);

-- What was changed is written here in the database transaction that changed it, so that neither is
-- without the other. It is moved to the end of the trail soon after: writers do not wait for each other.
create table audit_inbox (
    id         bigint generated always as identity,
    at         timestamptz not null,
    actor_kind text        not null check (actor_kind in ('operator', 'key', 'command', 'provider', 'start')),
    actor      text        not null,
    action     text        not null,
    subject    text        not null,
    remark     text        not null,
    constraint audit_inbox_pkey primary key (id)
);

-- The audit trail. Each entry is sealed by a MAC under a key of the vault, over itself and the seal of
-- the one before: with the database alone nobody can add an entry, change one or leave one out. An
-- entry that names no key is sealed by a hash; the first entry under a key holds the seal of the last of
-- them.
create table audit_entry (
    number     bigint      not null check (number > 0),
    at         timestamptz not null,
    actor_kind text        not null check (actor_kind in ('operator', 'key', 'command', 'provider', 'start')),
    actor      text        not null,
    action     text        not null,
    subject    text        not null,
    remark     text        not null,
    previous   text        not null,
    seal       text        not null,
    key        text,
    constraint audit_entry_pkey primary key (number)
);
create index audit_entry_actor on audit_entry (actor, number);
create index audit_entry_subject on audit_entry (subject, number) where subject <> '';

-- What repeats is counted by the minute before it goes to the trail, so that a flood of failed logins is
-- one entry a minute.
create table audit_repeat (
    action     text        not null,
    actor_kind text        not null check (actor_kind in ('operator', 'key', 'command', 'provider', 'start')),
    actor      text        not null,
    minute     timestamptz not null,
    last_at    timestamptz not null,
    times      bigint      not null check (times > 0),
    sources    text[]      not null,
    constraint audit_repeat_pkey primary key (action, actor_kind, actor, minute)
);

-- What is delivered to places outside the database: the length of the trail, and its last seal.
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

-- Up to which checkpoint each place outside has them.
create table audit_delivery (
    place    text   not null,
    sequence bigint not null,
    constraint audit_delivery_pkey primary key (place)
);

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
create trigger audit_checkpoint_append_only
    before update or delete or truncate on audit_checkpoint
    for each statement execute function audit_is_append_only();

-- Requests for what one person may not do alone; a second operator approves or declines.
create table approval_request (
    kind     text        not null check (kind in ('hard_close_month', 'reopen_month', 'rotate_card_keys')),
    subject  text        not null,
    reason   text        not null,
    asked_by text        not null,
    asked_at timestamptz not null,
    constraint approval_request_pkey primary key (kind, subject)
);

-- The job repository, in which Spring Batch keeps the progress of each step of each night: its own
-- schema for PostgreSQL, version 6.0, unchanged.
create table batch_job_instance (
	job_instance_id bigint  not null primary key,
	version bigint,
	job_name varchar(100) not null,
	job_key varchar(32) not null,
	constraint job_inst_un unique (job_name, job_key)
) ;

create table batch_job_execution (
	job_execution_id bigint  not null primary key,
	version bigint,
	job_instance_id bigint not null,
	create_time timestamp not null,
	start_time timestamp default null,
	end_time timestamp default null,
	status varchar(10),
	exit_code varchar(2500),
	exit_message varchar(2500),
	last_updated timestamp,
	constraint job_inst_exec_fk foreign key (job_instance_id)
	references batch_job_instance(job_instance_id)
) ;

create table batch_job_execution_params (
	job_execution_id bigint not null,
	parameter_name varchar(100) not null,
	parameter_type varchar(100) not null,
	parameter_value varchar(2500),
	identifying char(1) not null,
	constraint job_exec_params_fk foreign key (job_execution_id)
	references batch_job_execution(job_execution_id)
) ;

create table batch_step_execution (
	step_execution_id bigint  not null primary key,
	version bigint not null,
	step_name varchar(100) not null,
	job_execution_id bigint not null,
	create_time timestamp not null,
	start_time timestamp default null,
	end_time timestamp default null,
	status varchar(10),
	commit_count bigint,
	read_count bigint,
	filter_count bigint,
	write_count bigint,
	read_skip_count bigint,
	write_skip_count bigint,
	process_skip_count bigint,
	rollback_count bigint,
	exit_code varchar(2500),
	exit_message varchar(2500),
	last_updated timestamp,
	constraint job_exec_step_fk foreign key (job_execution_id)
	references batch_job_execution(job_execution_id)
) ;

create table batch_step_execution_context (
	step_execution_id bigint not null primary key,
	short_context varchar(2500) not null,
	serialized_context text,
	constraint step_exec_ctx_fk foreign key (step_execution_id)
	references batch_step_execution(step_execution_id)
) ;

create table batch_job_execution_context (
	job_execution_id bigint not null primary key,
	short_context varchar(2500) not null,
	serialized_context text,
	constraint job_exec_ctx_fk foreign key (job_execution_id)
	references batch_job_execution(job_execution_id)
) ;

create sequence batch_step_execution_seq maxvalue 9223372036854775807 no cycle;
create sequence batch_job_execution_seq maxvalue 9223372036854775807 no cycle;
create sequence batch_job_instance_seq maxvalue 9223372036854775807 no cycle;

-- Analyzes tables for the product, which works as a role that owns none, and only an owner may: a night
-- does so with what it has gathered, before it is joined.
create function refresh_statistics(variadic tables regclass[]) returns void
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp
as $$
declare
    each regclass;
begin
    foreach each in array tables loop
        execute format('analyze %s', each);
    end loop;
end
$$;

-- Makes empty tables look never analyzed. A table that was empty when it was last analyzed counts as
-- empty in each plan until it is analyzed again, and any index will do for that, one that has to be read
-- whole too; such a plan stays as long as its connection. Of a table that was never analyzed the planner
-- believes some pages, and chooses its index well. Before PostgreSQL 18 statistics cannot be cleared.
create function forget_that_tables_are_empty(schema_name text) returns void
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp
as $$
begin
    if current_setting('server_version_num')::int >= 180000 then
        perform pg_clear_relation_stats(relnamespace::regnamespace::text, relname::text)
           from pg_class
          where relnamespace = schema_name::regnamespace
            and relkind = 'r'
            and reltuples = 0
            and pg_get_userbyid(relowner) = current_user;
    end if;
end
$$;

revoke execute on function refresh_statistics(regclass[]), forget_that_tables_are_empty(text) from public;
