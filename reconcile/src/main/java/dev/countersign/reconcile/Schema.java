package dev.countersign.reconcile;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * The database's schema, step by step as {@code db/migration} has it. Most processes find the
 * newest step taken, and see that with one question: a look through all steps would take a tenth of
 * their start.
 */
final class Schema {

    /** The newest step. */
    static final String NEWEST = "72";

    private static final String HISTORY = "flyway_schema_history";

    private static final String LAST_STEP =
            """
            select success and version = :newest
              from flyway_schema_history
             order by installed_rank desc
             limit 1
            """;

    /**
     * A table that had nothing in it when it was last analyzed counts as empty in each plan until
     * it is analyzed again, and any index will do for that, one that has to be read whole too; such
     * a plan stays as long as its connection. Of a table that was never looked at, some pages are
     * believed, and its index is chosen well.
     */
    private static final String FORGET_THAT_TABLES_ARE_EMPTY =
            """
            select pg_clear_relation_stats(relnamespace::regnamespace::text, relname::text)
              from pg_class
             where relnamespace = current_schema()::regnamespace
               and relkind = 'r'
               and reltuples = 0
               and has_table_privilege(oid, 'maintain')
            """;

    private Schema() {}

    /** Goes through all steps and brings it up to date; gives the number of steps that took. */
    static int migrate(DataSource source) {
        return Flyway.configure().dataSource(source).load().migrate().migrationsExecuted;
    }

    /**
     * Brings it up to date where its newest step was not taken, before anything is planned with it.
     */
    static void ensure(DataSource source) {
        Jdbi jdbi = Jdbi.create(source);
        if (!jdbi.withHandle(Schema::isNewest)) {
            var unused = migrate(source);
        }
        jdbi.useHandle(handle -> handle.execute(FORGET_THAT_TABLES_ARE_EMPTY));
    }

    private static boolean isNewest(Handle handle) {
        return handle.createQuery("select to_regclass(:history) is not null")
                        .bind("history", HISTORY)
                        .mapTo(Boolean.class)
                        .one()
                && handle.createQuery(LAST_STEP)
                        .bind("newest", NEWEST)
                        .mapTo(Boolean.class)
                        .findOne()
                        .orElse(false);
    }
}
