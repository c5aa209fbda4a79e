package dev.countersign.reconcile.testkit;

import dev.countersign.reconcile.service.JdbiSetup;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives a test class a migrated database of its own, and checks afterwards that the class gave back
 * every session it took, and closed every connection it opened:
 *
 * <pre>{@code
 * @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();
 * }</pre>
 */
public final class PostgresExtension implements BeforeAllCallback, AfterAllCallback {

    private static final Duration SESSION_END_MAX = Duration.ofSeconds(5);

    private @Nullable String database;
    private String suffix = "";
    private @Nullable KeptSessions kept;
    private @Nullable KeptSessions cleaner;

    /** Keeps the databases of a class apart that needs more than one. */
    public PostgresExtension named(String name) {
        suffix = "_" + name;
        return this;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        String name = nameAfter(context.getRequiredTestClass()) + suffix;
        TestPostgres.server().create(name);
        database = name;
        kept = new KeptSessions(TestPostgres.server().dataSource(name));
        cleaner = new KeptSessions(TestPostgres.server().administratorSource(name));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        String name = database();
        int lent = kept().lent();
        kept().close();
        cleaner().close();
        int leaked = lent + sessionsLeftOpen(name);
        TestPostgres.server().drop(name);
        if (leaked > 0) {
            throw new AssertionError(leaked + " database connections were left open");
        }
    }

    /** The JDBC address of this class's database, user and password included. */
    public String url() {
        return TestPostgres.server().url(database());
    }

    /** Sessions of this class's database, kept and used again, as the product works. */
    public DataSource dataSource() {
        return kept().dataSource();
    }

    /** The same as the owner of the tables, for what the product may not do. */
    public DataSource ownerSource() {
        return TestPostgres.server().ownerSource(database());
    }

    /** The same as the server's superuser. */
    public DataSource administratorSource() {
        return TestPostgres.server().administratorSource(database());
    }

    /** The rows of a query with one column. */
    public List<String> texts(String sql) {
        return JdbiSetup.over(dataSource())
                .withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list());
    }

    /** The only row of a query for a number. */
    public long number(String sql) {
        return JdbiSetup.over(dataSource())
                .withHandle(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }

    /** The JDBC address of this class's database, which names no user. */
    public String address() {
        return TestPostgres.server().address(database());
    }

    /** Ends the sessions that are kept: the next ones begin as this process is then. */
    public void endSessions() {
        kept().close();
        cleaner().close();
    }

    /** Takes out all that was written to this class's database, for tests that fill it. */
    public void empty() {
        TestPostgres.server().putFirstRowsBack(cleaner().dataSource());
    }

    /**
     * Puts a fresh copy in the place of this class's database, for tests of its schema and plans.
     */
    public void recreate() {
        endSessions();
        TestPostgres.server().create(database());
    }

    /** Keeps a copy of this class's database as it is, while nobody works on it. */
    public void backUp() {
        endSessions();
        TestPostgres.server().copy(database(), database() + "_backup");
    }

    /** Puts the copy in the place of this class's database, and keeps no other. */
    public void restore() {
        endSessions();
        TestPostgres.server().copy(database() + "_backup", database());
        TestPostgres.server().drop(database() + "_backup");
    }

    /** Ends every connection to this class's database and takes no new one, as if it were down. */
    public void refuseConnections() {
        endSessions();
        TestPostgres.server().refuseConnections(database());
    }

    /** Takes connections again. */
    public void acceptConnections() {
        TestPostgres.server().acceptConnections(database());
    }

    /** The session that empties the database, so that it knows the tables already. */
    private KeptSessions cleaner() {
        if (cleaner == null) {
            throw new IllegalStateException("the sessions exist from beforeAll to afterAll");
        }
        return cleaner;
    }

    private KeptSessions kept() {
        if (kept == null) {
            throw new IllegalStateException("the sessions exist from beforeAll to afterAll");
        }
        return kept;
    }

    private String database() {
        if (database == null) {
            throw new IllegalStateException("the database exists from beforeAll to afterAll");
        }
        return database;
    }

    /** A session ends a moment after its connection was closed, so some seconds are allowed. */
    private static int sessionsLeftOpen(String name) {
        try {
            Awaitility.await()
                    .atMost(SESSION_END_MAX)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> TestPostgres.server().sessions(name) == 0);
            return 0;
        } catch (ConditionTimeoutException e) {
            return TestPostgres.server().sessions(name);
        }
    }

    /** PostgreSQL cuts names at 63 bytes; the hash keeps cut ones apart. */
    private static String nameAfter(Class<?> testClass) {
        String simple = testClass.getSimpleName().toLowerCase(Locale.ROOT);
        String cut = simple.substring(0, Math.min(simple.length(), 40));
        return "test_" + cut + "_" + Integer.toHexString(testClass.getName().hashCode());
    }
}
