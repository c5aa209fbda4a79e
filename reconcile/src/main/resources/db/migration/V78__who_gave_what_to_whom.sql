-- An identity provider and a start of the product act, too, and their entries say so.
alter table audit_inbox drop constraint audit_inbox_actor_kind_check;
alter table audit_inbox add constraint audit_inbox_actor_kind_check
    check (actor_kind in ('operator', 'key', 'command', 'provider', 'start'));
alter table audit_repeat drop constraint audit_repeat_actor_kind_check;
alter table audit_repeat add constraint audit_repeat_actor_kind_check
    check (actor_kind in ('operator', 'key', 'command', 'provider', 'start'));
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
    check (actor_kind in ('operator', 'key', 'command', 'provider', 'start'));

-- Whatever gave an operator a name, a role, a password or another factor is kept, whoever gave it. Until
-- now only operators were.
alter table operator_grant add column granted_by_kind text not null default 'operator'
    check (granted_by_kind in ('operator', 'key', 'command', 'provider', 'start'));
alter table operator_grant alter column granted_by_kind drop default;
