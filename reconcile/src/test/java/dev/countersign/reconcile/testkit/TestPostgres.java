package dev.countersign.reconcile.testkit;

import dev.countersign.reconcile.embedded.EmbeddedPostgres;
import dev.countersign.reconcile.embedded.LoopbackPort;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * The one PostgreSQL of a test JVM. It is migrated once, into a template; every database a test
 * asks for is a copy of that, made in a fraction of a second.
 */
public final class TestPostgres {

    private static final String MAINTENANCE = "postgres";
    private static final String TEMPLATE = "countersign_template";

    private final String urlBeforeDatabase;
    private final String urlAfterDatabase;

    private TestPostgres(String urlBeforeDatabase, String urlAfterDatabase) {
        this.urlBeforeDatabase = urlBeforeDatabase;
        this.urlAfterDatabase = urlAfterDatabase;
    }

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
        Flyway.configure().dataSource(server.dataSource(TEMPLATE)).load().migrate();
        return server;
    }

    private static TestPostgres startEmbedded() {
        Path directory = Path.of(System.getProperty("test.postgres", "target/test-postgres"));
        var postgres = EmbeddedPostgres.start(directory, LoopbackPort.ANY);
        Runtime.getRuntime().addShutdownHook(new Thread(postgres::close));
        return new TestPostgres(
                "jdbc:postgresql://127.0.0.1:" + postgres.port() + "/", "?user=postgres");
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
                "?user=" + container.getUsername() + "&password=" + container.getPassword());
    }

    /** Makes a migrated, empty database, in the place of one of that name. */
    public void create(String database) {
        drop(database);
        execute("create database " + database + " template " + TEMPLATE);
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

    /** How many sessions a database has open. */
    public int sessions(String database) {
        String sql = "select count(*) from pg_stat_activity where datname = ?";
        try (Connection connection = dataSource(MAINTENANCE).getConnection();
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

    /** The JDBC address of a database, user and password included. */
    public String url(String database) {
        return urlBeforeDatabase + database + urlAfterDatabase;
    }

    /** Opens a new connection each time it is asked for one. */
    public DataSource dataSource(String database) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url(database));
        return source;
    }

    private void execute(String sql) {
        try (Connection connection = dataSource(MAINTENANCE).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
