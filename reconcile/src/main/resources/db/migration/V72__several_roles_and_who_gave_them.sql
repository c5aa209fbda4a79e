-- A person holds several roles: an administrator does not work on money unless finance is given, too.
alter table operator add column roles text[];
update operator
   set roles = case role
                   when 'administrator' then array['administrator', 'finance']
                   else array[role]
               end;
alter table operator alter column roles set not null;
alter table operator add constraint operator_roles check (
    cardinality(roles) > 0
    and roles <@ array['viewer', 'operator', 'finance', 'administrator']
);
alter table operator drop column role;

-- What one operator gave another: the name, a role, a password. Whoever was given something a short
-- while ago does not agree to what the giver asks for.
create table operator_grant (
    operator   text        not null references operator,
    granted_by text        not null,
    granted_at timestamptz not null
);
create index operator_grant_operator on operator_grant (operator, granted_at);

-- What happens again and again is counted by the minute before it goes to the trail, so that a flood
-- of failed logins is an entry a minute.
create table audit_repeat (
    action     text        not null,
    actor_kind text        not null check (actor_kind in ('operator', 'key', 'command')),
    actor      text        not null,
    minute     timestamptz not null,
    last_at    timestamptz not null,
    times      bigint      not null check (times > 0),
    sources    text[]      not null,
    constraint audit_repeat_pkey primary key (action, actor_kind, actor, minute)
);
