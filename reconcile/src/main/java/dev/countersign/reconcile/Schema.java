package dev.countersign.reconcile;

import dev.countersign.reconcile.embedded.StartupRefusedException;
import dev.countersign.reconcile.roles.DatabaseRoles;
import dev.countersign.reconcile.service.JdbiSetup;
import java.sql.Connection;
import java.sql.SQLException;
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
    static final String NEWEST = "80";

    private static final String HISTORY = "flyway_schema_history";

    private static final String LAST_STEP =
            """
            select success and version = :newest
              from flyway_schema_history
             order by installed_rank desc
             limit 1
            """;

    /** True where who is connected may take the next step: who owns what there is already. */
    private static final String MAY_MIGRATE =
            """
            select case
                     when to_regclass('flyway_schema_history') is null
                     then coalesce(has_schema_privilege(current_schema(), 'create'), false)
                     else (select pg_has_role(relowner, 'usage')
                             from pg_class
                            where oid = to_regclass('flyway_schema_history'))
                   end
            """;

    /** What the migrations call, by its own name, does the rest. */
    private static final String FORGET_THAT_TABLES_ARE_EMPTY =
            "select forget_that_tables_are_empty(current_schema()::text)";

    private static final int POSTGRES_MIN = 15;

    private Schema() {}

    /**
     * Goes through all steps and brings it up to date; gives the number of steps that took.
     *
     * @param source connects as who owns the schema
     * @throws StartupRefusedException if the server is too old
     */
    static int migrate(DataSource source) {
        return migrate(source, "");
    }

    /**
     * Makes the roles of the database, and brings its schema up to date as their owner.
     *
     * @param source connects as who may make roles
     */
    static int migrateWithRoles(DataSource source) {
        requireVersion(source);
        use(source, DatabaseRoles::create);
        return migrate(source, "set role " + DatabaseRoles.OWNER);
    }

    private static int migrate(DataSource source, String initSql) {
        requireVersion(source);
        int steps =
                Flyway.configure()
                        .dataSource(source)
                        .initSql(initSql)
                        .load()
                        .migrate()
                        .migrationsExecuted;
        use(
                source,
                connection -> {
                    try (var statement = connection.createStatement()) {
                        statement.execute(initSql);
                    }
                    DatabaseRoles.grant(connection);
                });
        return steps;
    }

    /**
     * Brings it up to date where its newest step was not taken, before anything is planned with it.
     *
     * @throws StartupRefusedException if who connects may not, or the server is too old
     */
    static void ensure(DataSource source) {
        Jdbi jdbi = JdbiSetup.over(source);
        if (!jdbi.withHandle(Schema::isNewest)) {
            requireVersion(source);
            if (!jdbi.withHandle(Schema::mayMigrate)) {
                throw new StartupRefusedException(
                        "The schema of the database is not that of this version, and the role that the"
                                + " product works as may not change it: run 'countersign migrate' as its"
                                + " owner first, or give the product the owner's login with"
                                + " spring.flyway.user.");
            }
            var unused = migrate(source);
        }
        jdbi.useHandle(handle -> handle.execute(FORGET_THAT_TABLES_ARE_EMPTY));
    }

    private static void requireVersion(DataSource source) {
        use(
                source,
                connection -> {
                    int version = connection.getMetaData().getDatabaseMajorVersion();
                    if (version < POSTGRES_MIN) {
                        throw new StartupRefusedException(
                                "Countersign works with PostgreSQL 15 to 18, and this server is "
                                        + connection.getMetaData().getDatabaseProductVersion()
                                        + ".");
                    }
                });
    }

    private interface Work {
        void with(Connection connection) throws SQLException;
    }

    private static void use(DataSource source, Work work) {
        try (Connection connection = source.getConnection()) {
            work.with(connection);
        } catch (SQLException e) {
            throw new IllegalStateException("the database refuses", e);
        }
    }

    private static boolean mayMigrate(Handle handle) {
        return handle.createQuery(MAY_MIGRATE).mapTo(Boolean.class).one();
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
