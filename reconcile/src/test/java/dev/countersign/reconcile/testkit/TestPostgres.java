package dev.countersign.reconcile.testkit;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.embedded.DatabaseRole;
import dev.countersign.reconcile.embedded.EmbeddedPostgres;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.roles.DatabaseRoles;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * The one PostgreSQL of a test JVM. It is migrated once, into a template. Every database that a
 * test asks for is a copy of that, made ahead beside the tests and renamed when it is wanted; a
 * database that is no longer wanted is dropped beside them too.
 */
public final class TestPostgres {

    private static final String MAINTENANCE = "postgres";
    private static final String TEMPLATE = "countersign_template";

    private final String urlBeforeDatabase;
    private final Login administrator;
    private final Login owner;
    private final Login application;
    private final AtomicInteger copies = new AtomicInteger();
    private final ExecutorService beside =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
    private @Nullable CompletableFuture<String> spare;

    private TestPostgres(
            String urlBeforeDatabase, Login administrator, Login owner, Login application) {
        this.urlBeforeDatabase = urlBeforeDatabase;
        this.administrator = administrator;
        this.owner = owner;
        this.application = application;
    }

    /** A role of the server that can log in. */
    public record Login(String user, String password) {}

    /** The server, started and migrated at the first call, stopped with the JVM. */
    public static TestPostgres server() {
        return Holder.SERVER;
    }

    private static final class Holder {
        static final TestPostgres SERVER = start();
    }

    private static TestPostgres start() {
        TestPostgres server = TestInfra.usesContainers() ? startContainer() : startEmbedded();
        server.drop(TEMPLATE);
        server.execute("create database " + TEMPLATE);
        try (Connection connection =
                server.source(TEMPLATE, server.administrator).getConnection()) {
            DatabaseRoles.create(connection);
            for (Login role : List.of(server.owner, server.application)) {
                DatabaseRoles.setPassword(connection, role.user(), role.password());
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        var unused = Reconcile.migrate(server.source(TEMPLATE, server.owner));
        return server;
    }

    private static TestPostgres startEmbedded() {
        Path directory = Path.of(System.getProperty("test.postgres", "target/test-postgres"));
        String installed = System.getProperty("test.postgres.binaries", "");
        var postgres =
                EmbeddedPostgres.start(
                        directory,
                        LoopbackPort.ANY,
                        installed.isBlank() ? null : Path.of(installed));
        Runtime.getRuntime().addShutdownHook(new Thread(postgres::close));
        return new TestPostgres(
                "jdbc:postgresql://127.0.0.1:" + postgres.port() + "/",
                login(postgres, DatabaseRole.ADMINISTRATOR),
                login(postgres, DatabaseRole.OWNER),
                login(postgres, DatabaseRole.APPLICATION));
    }

    private static Login login(EmbeddedPostgres postgres, DatabaseRole role) {
        return new Login(role.roleName(), postgres.password(role));
    }

    private static TestPostgres startContainer() {
        var container = new PostgreSQLContainer("postgres:18").withDatabaseName(MAINTENANCE);
        container.start();
        Runtime.getRuntime().addShutdownHook(new Thread(container::close));
        return new TestPostgres(
                "jdbc:postgresql://"
                        + container.getHost()
                        + ":"
                        + container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT)
                        + "/",
                new Login(container.getUsername(), container.getPassword()),
                new Login(DatabaseRoles.OWNER, "owner"),
                new Login(DatabaseRoles.APPLICATION, "application"));
    }

    /** Makes a migrated, empty database, in the place of one of that name. */
    public synchronized void create(String database) {
        drop(database);
        String copy = (spare == null ? copy() : spare).join();
        execute("alter database " + copy + " rename to " + database);
        spare = copy();
    }

    private CompletableFuture<String> copy() {
        String name = "spare_" + copies.incrementAndGet();
        return CompletableFuture.supplyAsync(
                () -> {
                    execute("drop database if exists " + name + " with (force)");
                    execute("create database " + name + " template " + TEMPLATE);
                    return name;
                },
                beside);
    }

    /** Ends a database, whoever is still connected to it; its name is free at once. */
    public synchronized void drop(String database) {
        if (!exists(database)) {
            return;
        }
        refuseConnections(database);
        String dropped = "dropped_" + copies.incrementAndGet();
        execute("drop database if exists " + dropped);
        execute("alter database " + database + " rename to " + dropped);
        var unused =
                CompletableFuture.runAsync(
                        () -> execute("drop database " + dropped + " with (force)"), beside);
    }

    /** Ends every session of a database and lets no new one begin. */
    public void refuseConnections(String database) {
        execute("alter database " + database + " allow_connections false");
        execute(
                "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '"
                        + database
                        + "'");
    }

    /** Lets sessions begin again. */
    public void acceptConnections(String database) {
        execute("alter database " + database + " allow_connections true");
    }

    /** The number of open sessions of a database. */
    public int sessions(String database) {
        return count("select count(*) from pg_stat_activity where datname = ?", database);
    }

    private boolean exists(String database) {
        return count("select count(*) from pg_database where datname = ?", database) > 0;
    }

    private int count(String sql, String database) {
        try (Connection connection = source(MAINTENANCE, administrator).getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, database);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The JDBC address of a database, user and password included: as the product works. */
    public String url(String database) {
        return urlBeforeDatabase
                + database
                + "?user="
                + application.user()
                + "&password="
                + application.password();
    }

    /** The JDBC address of a database, which names no user. */
    public String address(String database) {
        return urlBeforeDatabase + database;
    }

    /** As whom the product works. */
    public Login application() {
        return application;
    }

    /** The login of the server's administrator. */
    public Login administrator() {
        return administrator;
    }

    /** Opens a new connection each time it is asked for one, as the product works. */
    public DataSource dataSource(String database) {
        return source(database, application);
    }

    /** The same as the owner of the tables. */
    public DataSource ownerSource(String database) {
        return source(database, owner);
    }

    /** The same as the server's superuser. */
    public DataSource administratorSource(String database) {
        return source(database, administrator);
    }

    private DataSource source(String database, Login login) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(urlBeforeDatabase + database);
        source.setUser(login.user());
        source.setPassword(login.password());
        return source;
    }

    private void execute(String sql) {
        try (Connection connection = source(MAINTENANCE, administrator).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
