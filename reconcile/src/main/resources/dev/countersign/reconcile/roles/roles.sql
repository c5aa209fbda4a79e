-- The roles of a book's database, and what belongs to whom. Run it in that database, as a superuser or as
-- a role that may create roles and owns the database; it may be run again at any time.
do $roles$
declare
    named text;
    thing record;
begin
    foreach named in array array['countersign_owner', 'countersign_app'] loop
        if not exists (select from pg_roles where rolname = named) then
            execute format('create role %I login', named);
        end if;
    end loop;

    -- Who is no superuser has to be the owner as well, to hand over to it.
    if not pg_has_role(current_user, 'countersign_owner', 'member')
        or (current_setting('server_version_num')::int >= 160000
            and not pg_has_role(current_user, 'countersign_owner', 'set')) then
        execute format('grant countersign_owner to %I', current_user);
    end if;

    execute format('grant connect, temporary on database %I to countersign_owner, countersign_app',
                   current_database());
    execute format('revoke create on schema %I from public', current_schema());
    execute format('grant usage, create on schema %I to countersign_owner', current_schema());
    execute format('grant usage on schema %I to countersign_app', current_schema());

    -- What was made before there was an owner is the owner's from now on.
    for thing in
        select oid::regclass::text as name
          from pg_class
         where relnamespace = current_schema()::regnamespace
           and relkind in ('r', 'p', 'v', 'm', 'S')
           and pg_get_userbyid(relowner) <> 'countersign_owner'
           and not exists (select
                             from pg_depend
                            where classid = 'pg_class'::regclass
                              and objid = pg_class.oid
                              and deptype in ('a', 'i', 'e'))
    loop
        execute format('alter table %s owner to countersign_owner', thing.name);
    end loop;
    for thing in
        select oid::regprocedure::text as name
          from pg_proc
         where pronamespace = current_schema()::regnamespace
           and pg_get_userbyid(proowner) <> 'countersign_owner'
           and not exists (select
                             from pg_depend
                            where classid = 'pg_proc'::regclass
                              and objid = pg_proc.oid
                              and deptype = 'e')
    loop
        execute format('alter routine %s owner to countersign_owner', thing.name);
    end loop;
    for thing in
        select oid::regtype::text as name
          from pg_type
         where typnamespace = current_schema()::regnamespace
           and typtype in ('e', 'd')
           and pg_get_userbyid(typowner) <> 'countersign_owner'
    loop
        execute format('alter type %s owner to countersign_owner', thing.name);
    end loop;
end
$roles$;
