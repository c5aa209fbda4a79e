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
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * The one PostgreSQL of a test JVM. It is migrated once, into a template; every database a test
 * asks for is a copy of that, made in a fraction of a second. No test ends this server, so that a
 * commit need not wait for the disk, and its passwords are hashed once, as proving a slow hash at
 * each of thousands of connections takes a tenth of the tests' time. Tests that do end a server, or
 * are about its passwords, have one of their own.
 */
public final class TestPostgres {

    private static final String MAINTENANCE = "postgres";
    private static final String TEMPLATE = "countersign_template";

    /** More than a night has. */
    private static final int STATEMENTS_KEPT = 5_000;

    private static final int STATEMENTS_KEPT_MIB = 64;

    private final String urlBeforeDatabase;
    private final Login administrator;
    private final Login owner;
    private final Login application;
    private String place = "";
    private FirstRows firstRows;

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
        server.execute("create database " + TEMPLATE + server.place);
        try (Connection connection =
                server.source(TEMPLATE, server.administrator).getConnection()) {
            DatabaseRoles.create(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        for (Login role : List.of(server.administrator, server.owner, server.application)) {
            server.execute(
                    "set scram_iterations = 1; alter role \"%s\" password '%s'"
                            .formatted(role.user(), role.password()));
        }
        for (Login role : List.of(server.owner, server.application)) {
            server.execute("alter role " + role.user() + " set synchronous_commit = off");
        }
        var unused = Reconcile.migrate(server.source(TEMPLATE, server.owner));
        server.firstRows = FirstRows.of(server.administratorSource(TEMPLATE));
        return server;
    }

    private static TestPostgres startEmbedded() {
        Path directory = Path.of(System.getProperty("test.postgres", "target/test-postgres"));
        String installed = System.getProperty("test.postgres.binaries", "");
        var memory = new MemoryTablespace(directory);
        memory.forget();
        var postgres =
                EmbeddedPostgres.start(
                        directory,
                        LoopbackPort.ANY,
                        installed.isBlank() ? null : Path.of(installed));
        EndOfTests.then(
                () -> {
                    postgres.close();
                    memory.delete();
                });
        var server =
                new TestPostgres(
                        "jdbc:postgresql://127.0.0.1:" + postgres.port() + "/",
                        login(postgres, DatabaseRole.ADMINISTRATOR),
                        login(postgres, DatabaseRole.OWNER),
                        login(postgres, DatabaseRole.APPLICATION));
        if (memory.make()) {
            server.execute("create tablespace memory location '" + memory.directory() + "'");
            server.place = " tablespace memory";
        }
        return server;
    }

    private static Login login(EmbeddedPostgres postgres, DatabaseRole role) {
        return new Login(role.roleName(), postgres.password(role));
    }

    private static TestPostgres startContainer() {
        var container = new PostgreSQLContainer("postgres:18").withDatabaseName(MAINTENANCE);
        container.start();
        EndOfTests.then(container::close);
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
    public void create(String database) {
        drop(database);
        execute("create database " + database + " template " + TEMPLATE + place);
    }

    /** Makes a database as another one is, in the place of one of that name. */
    public void copy(String from, String database) {
        drop(database);
        execute("create database " + database + " template " + from + place);
    }

    /** Takes out of a database that was created here all that was written to it since. */
    void putFirstRowsBack(DataSource administrator) {
        firstRows.putBack(administrator);
    }

    /** Drops a database, whoever is still connected to it. */
    public void drop(String database) {
        execute("drop database if exists " + database + " with (force)");
    }

    /** Ends every session of a database and lets no new one begin. */
    public void refuseConnections(String database) {
        execute("alter database " + database + " allow_connections false");
        execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = '"
                        + database
                        + "'");
    }

    /** Lets sessions begin again. */
    public void acceptConnections(String database) {
        execute("alter database " + database + " allow_connections true");
    }

    /** The number of open sessions of a database. */
    public int sessions(String database) {
        String sql = "select count(*) from pg_stat_activity where datname = ?";
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

    /**
     * Opens a new connection each time it is asked for one, as the product works. A statement is
     * planned once in a session: to plan each again takes most of what a night of a test takes.
     */
    public DataSource dataSource(String database) {
        PGSimpleDataSource source = source(database, application);
        source.setPrepareThreshold(1);
        source.setPreparedStatementCacheQueries(STATEMENTS_KEPT);
        source.setPreparedStatementCacheSizeMiB(STATEMENTS_KEPT_MIB);
        source.setOptions("-c plan_cache_mode=force_generic_plan");
        return source;
    }

    /** The same as the owner of the tables. */
    public DataSource ownerSource(String database) {
        return source(database, owner);
    }

    /** The same as the server's superuser. */
    public DataSource administratorSource(String database) {
        return source(database, administrator);
    }

    private PGSimpleDataSource source(String database, Login login) {
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
