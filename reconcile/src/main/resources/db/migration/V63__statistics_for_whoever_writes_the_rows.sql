-- The product works as a role that owns no table, and only an owner may have one looked at: a night does so
-- with what it has gathered, before it is joined.
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

-- A table that had nothing in it when it was last analyzed counts as empty in each plan until it is analyzed
-- again, and any index will do for that, one that has to be read whole too; such a plan stays as long as its
-- connection. Of a table that was never looked at, some pages are believed, and its index is chosen well.
-- Before PostgreSQL 18 a table cannot be made one that was never looked at.
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
