package dev.countersign.reconcile;

import dev.countersign.reconcile.embedded.StartupRefusedException;
import dev.countersign.reconcile.roles.DatabaseRoles;
import dev.countersign.reconcile.service.JdbiSetup;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * The database's schema, as the migrations of {@code db/migration} make it. Most processes find the
 * newest one applied, and see that with one query: comparing all of them would take a tenth of
 * their start. Migrations of a later release may follow it, as long as none contracts: so a process
 * of the release before can be started again while the later one is put in place.
 */
final class Schema {

    private static final String HISTORY = "flyway_schema_history";

    /** Looks for the newest migration of this version, and for later ones that contract. */
    private static final String FIT =
            """
            select case when not ours.success then 'BEHIND'
                        when exists (select
                                       from flyway_schema_history later
                                      where later.installed_rank > ours.installed_rank
                                        and (not later.success
                                             or later.description like 'contract %'))
                        then 'CONTRACTED'
                        else 'USABLE'
                   end
              from flyway_schema_history ours
             where ours.script = :newest
            """;

    private static final String FIRST_APPLIED =
            """
            select script
              from flyway_schema_history
             where type = 'SQL'
             order by installed_rank
             limit 1
            """;

    private static final String BEGIN_ANEW =
            "The database was made by a version whose schema cannot be brought up to date: begin anew"
                    + " with an empty database or, where the product brings the database, with another"
                    + " COUNTERSIGN_HOME or after removing that directory.";

    private static final String NOT_OF_THIS_VERSION =
            "The schema of the database is not that of this version: run 'countersign migrate' as its owner"
                    + " first, or give 'serve' the owner's login with spring.flyway.user.";

    private static final String CONTRACTED =
            "The schema of the database is of a newer version, which took away what this one uses: run"
                    + " that version.";

    /** True where the connected role owns what there is already. */
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

    /**
     * Statement that calls a function of the migrations by its own name; the function does the
     * rest.
     */
    private static final String RESET_STATISTICS_OF_EMPTY_TABLES =
            "select reset_statistics_of_empty_tables(current_schema()::text)";

    private static final int POSTGRES_MIN = 15;

    /**
     * A migration that waits for a table keeps all others waiting behind it, decisions too: it
     * gives way, and tries again.
     */
    private static final String BRIEFLY = "set lock_timeout = '2s'; ";

    private static final int TRIES_MAX = 10;
    private static final Duration PAUSE = Duration.ofSeconds(3);
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String IN_USE =
            "A table that a migration changes is in use, by a night or another session. That"
                    + " migration changed nothing: run it again when the night is complete.";

    private Schema() {}

    /**
     * Applies the migrations that are missing; gives their number.
     *
     * @param source connects as the owner of the schema
     * @throws StartupRefusedException if the server is too old, or the schema is of a version that
     *     no migration leads on from
     */
    static int migrate(DataSource source) {
        return migrate(source, "");
    }

    /**
     * Makes the roles of the database, and brings its schema up to date as their owner.
     *
     * @param source connects as a role that may make roles
     */
    static int migrateWithRoles(DataSource source) {
        requireVersion(source);
        requireBaseline(source);
        use(source, DatabaseRoles::create);
        return migrate(source, "set role " + DatabaseRoles.OWNER);
    }

    private static int migrate(DataSource source, String initSql) {
        requireVersion(source);
        requireBaseline(source);
        int applied =
                apply(Flyway.configure().dataSource(source).initSql(BRIEFLY + initSql).load());
        use(
                source,
                connection -> {
                    try (var statement = connection.createStatement()) {
                        statement.execute(initSql);
                    }
                    DatabaseRoles.grant(connection);
                });
        return applied;
    }

    private static int apply(Flyway flyway) {
        int before = flyway.info().applied().length;
        for (int tries = 1; ; tries++) {
            try {
                flyway.migrate();
                return flyway.info().applied().length - before;
            } catch (FlywayValidateException e) {
                throw new StartupRefusedException(BEGIN_ANEW, e);
            } catch (FlywayException e) {
                if (!isLockRefused(e)) {
                    throw e;
                }
                if (tries == TRIES_MAX) {
                    throw new StartupRefusedException(IN_USE, e);
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private static boolean isLockRefused(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && LOCK_NOT_AVAILABLE.equals(sql.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Brings it up to date where the newest migration was not applied.
     *
     * @param owner connects as the owner of the schema
     * @throws StartupRefusedException if the connected role may not, the server is too old, or the
     *     schema is of a version that no migration leads on from
     */
    static void bringUpToDate(DataSource owner) {
        Jdbi jdbi = JdbiSetup.over(owner);
        switch (jdbi.withHandle(Schema::fit)) {
            case USABLE -> {}
            case CONTRACTED -> throw new StartupRefusedException(CONTRACTED);
            case BEHIND -> {
                requireVersion(owner);
                requireBaseline(owner);
                if (!jdbi.withHandle(Schema::mayMigrate)) {
                    throw new StartupRefusedException(NOT_OF_THIS_VERSION);
                }
                var unused = migrate(owner);
            }
        }
    }

    /**
     * Refuses a schema that this version cannot work with, and changes none: whoever works with the
     * book may have come with the wrong version of the product.
     *
     * @throws StartupRefusedException with what to run first
     */
    static void require(DataSource source) {
        Jdbi jdbi = JdbiSetup.over(source);
        switch (jdbi.withHandle(Schema::fit)) {
            case USABLE ->
                    jdbi.useHandle(handle -> handle.execute(RESET_STATISTICS_OF_EMPTY_TABLES));
            case CONTRACTED -> throw new StartupRefusedException(CONTRACTED);
            case BEHIND -> {
                requireVersion(source);
                requireBaseline(source);
                throw new StartupRefusedException(NOT_OF_THIS_VERSION);
            }
        }
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

    /** A schema of before the baseline has other migrations, the first one included. */
    private static void requireBaseline(DataSource source) {
        boolean known =
                JdbiSetup.over(source)
                        .withHandle(
                                handle ->
                                        !hasHistory(handle)
                                                || handle.createQuery(FIRST_APPLIED)
                                                        .mapTo(String.class)
                                                        .findOne()
                                                        .map(MigrationScripts.FIRST::equals)
                                                        .orElse(true));
        if (!known) {
            throw new StartupRefusedException(BEGIN_ANEW);
        }
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

    /** The answers to the question if this version can work with a schema. */
    private enum Fit {
        BEHIND,
        USABLE,
        CONTRACTED
    }

    /** True where this version can work with it. */
    static boolean isUsable(DataSource source) {
        return JdbiSetup.over(source).withHandle(Schema::fit) == Fit.USABLE;
    }

    private static Fit fit(Handle handle) {
        return hasHistory(handle)
                ? handle.createQuery(FIT)
                        .bind("newest", MigrationScripts.newest())
                        .mapTo(Fit.class)
                        .findOne()
                        .orElse(Fit.BEHIND)
                : Fit.BEHIND;
    }

    private static boolean hasHistory(Handle handle) {
        return handle.select("select to_regclass(?) is not null", HISTORY)
                .mapTo(Boolean.class)
                .one();
    }
}
