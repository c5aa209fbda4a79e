-- Rows to read and write, and no more: the application's role makes and drops no table, has no part in
-- what the migrations noted, and only adds to the audit trail, to the grants of operators and to the rules
-- of what takes two operators.
do $grants$
begin
    if current_user <> 'countersign_owner'
        or not exists (select from pg_roles where rolname = 'countersign_app') then
        return;
    end if;
    execute format('grant select, insert, update, delete on all tables in schema %I to countersign_app',
                   current_schema());
    execute format('grant usage, select on all sequences in schema %I to countersign_app',
                   current_schema());
    execute format('revoke insert, update, delete on %I.flyway_schema_history from countersign_app',
                   current_schema());
    execute format('revoke update, delete on %I.audit_entry, %I.audit_checkpoint from countersign_app',
                   current_schema(), current_schema());
    execute format('revoke update, delete on %I.operator_grant, %I.approval_policy from countersign_app',
                   current_schema(), current_schema());
    execute format('revoke update on %I.audit_inbox from countersign_app', current_schema());
    execute format('grant execute on all functions in schema %I to countersign_app', current_schema());
end
$grants$;
