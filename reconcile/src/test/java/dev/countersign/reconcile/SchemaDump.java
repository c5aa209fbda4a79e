package dev.countersign.reconcile;

import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * The schema of a database as its catalog has it, as SQL: each table with its indexes and triggers,
 * then views, functions, statistics, sequences and what the product's role may do.
 */
final class SchemaDump {

    private static final String TABLES =
            """
            select format(E'create table %I (\\n%s\\n)%s;', relname,
                          (select string_agg('    ' || line, E',\\n' order by kind, at, line)
                             from (select 1 as kind, attnum as at,
                                          concat_ws(' ',
                                              quote_ident(attname),
                                              format_type(atttypid, atttypmod),
                                              case when attnotnull then 'not null' end,
                                              case
                                                when attidentity = 'a'
                                                then 'generated always as identity'
                                                when attgenerated = 's'
                                                then format('generated always as (%s) stored',
                                                            pg_get_expr(adbin, adrelid))
                                                when adbin is not null
                                                then 'default ' || pg_get_expr(adbin, adrelid)
                                              end) as line
                                     from pg_attribute
                                     left join pg_attrdef
                                       on adrelid = attrelid
                                      and adnum = attnum
                                    where attrelid = pg_class.oid
                                      and attnum > 0
                                      and not attisdropped
                                   union all
                                   select 2, 0,
                                          format('constraint %I %s', conname,
                                                 pg_get_constraintdef(pg_constraint.oid))
                                     from pg_constraint
                                    where conrelid = pg_class.oid
                                      and contype in ('p', 'u', 'f', 'c')) part),
                          coalesce(' with (' || array_to_string(reloptions, ', ') || ')', ''))
                   || coalesce((select string_agg(E'\\n' || pg_get_indexdef(indexrelid) || ';', ''
                                                  order by indexrelid::regclass::text)
                                  from pg_index
                                 where indrelid = pg_class.oid
                                   and not exists (select
                                                     from pg_constraint
                                                    where conindid = indexrelid
                                                      and contype in ('p', 'u'))), '')
                   || coalesce((select string_agg(E'\\n' || pg_get_triggerdef(oid) || ';', ''
                                                  order by tgname)
                                  from pg_trigger
                                 where tgrelid = pg_class.oid
                                   and not tgisinternal), '')
              from pg_class
             where relnamespace = 'public'::regnamespace
               and relkind = 'r'
               and relname <> 'flyway_schema_history'
             order by relname
            """;

    private static final String VIEWS =
            """
            select format(E'create view %I as\\n%s', relname, pg_get_viewdef(oid, true))
              from pg_class
             where relnamespace = 'public'::regnamespace
               and relkind = 'v'
             order by relname
            """;

    private static final String FUNCTIONS =
            """
            select rtrim(pg_get_functiondef(oid), E'\\n') || ';'
              from pg_proc
             where pronamespace = 'public'::regnamespace
             order by proname
            """;

    private static final String STATISTICS =
            """
            select pg_get_statisticsobjdef(oid) || ';'
              from pg_statistic_ext
             where stxnamespace = 'public'::regnamespace
             order by stxname
            """;

    private static final String SEQUENCES =
            """
            select format('create sequence %I as %s increment %s minvalue %s maxvalue %s start %s%s;',
                          sequencename, data_type, increment_by, min_value, max_value, start_value,
                          case when cycle then ' cycle' else '' end)
              from pg_sequences
             where schemaname = 'public'
             order by sequencename
            """;

    private static final String GRANTS =
            """
            select format('grant %s on %s %s to %s;',
                          string_agg(lower(privilege_type), ', ' order by privilege_type),
                          kind, name,
                          case when grantee = 0 then 'public' else pg_get_userbyid(grantee) end)
              from (select case relkind when 'S' then 'sequence' else 'table' end as kind,
                           oid::regclass::text as name, relowner as owner, relacl as acl
                      from pg_class
                     where relnamespace = 'public'::regnamespace
                       and relkind in ('r', 'v', 'S')
                    union all
                    select 'function', oid::regprocedure::text, proowner,
                           coalesce(proacl, acldefault('f', proowner))
                      from pg_proc
                     where pronamespace = 'public'::regnamespace) thing
             cross join lateral aclexplode(acl)
             where grantee <> owner
             group by kind, name, grantee
             order by kind desc, name, grantee
            """;

    private SchemaDump() {}

    /** The whole schema; one text for one schema. */
    static String of(Handle handle) {
        StringBuilder text = new StringBuilder();
        for (String things : List.of(TABLES, VIEWS, FUNCTIONS, STATISTICS, SEQUENCES)) {
            handle.createQuery(things)
                    .mapTo(String.class)
                    .forEach(thing -> text.append(thing).append("\n\n"));
        }
        handle.createQuery(GRANTS)
                .mapTo(String.class)
                .forEach(grant -> text.append(grant).append('\n'));
        return text.toString();
    }
}
