-- The rules of what takes two persons, as a start of the console follows them: the newest row counts, and
-- where there is none the usual ones. A command follows the stricter of them and of its own settings, so
-- that nobody loosens them by the environment of a command. Rows are only added.
create table approval_policy (
    number                bigint      not null generated always as identity,
    since                 timestamptz not null,
    independence_ms       bigint      not null check (independence_ms >= 0),
    resolve_together_from text        not null check (resolve_together_from in ('critical', 'high', 'medium', 'low', 'info')),
    alone_max_currencies  text[]      not null,
    alone_max_minor       bigint[]    not null check (cardinality(alone_max_minor) = cardinality(alone_max_currencies)),
    second_factor_roles   text[]      not null check (second_factor_roles <@ array['viewer', 'operator', 'finance', 'administrator']),
    constraint approval_policy_pkey primary key (number)
);
