package dev.countersign.reconcile.testkit;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.embedded.DatabaseRole;
import dev.countersign.reconcile.embedded.EmbeddedPostgres;
import dev.countersign.reconcile.embedded.LoopbackPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * A PostgreSQL and its synchronous standby: two servers of their own, with the schema. What is
 * committed is on both. The first can be killed, and the second be made the primary.
 */
public final class PostgresPair implements AutoCloseable {

    private static final String REPLICATION = "host replication all 127.0.0.1/32 scram-sha-256\n";

    private final Path firstHome;
    private final EmbeddedPostgres first;
    private final EmbeddedPostgres second;
    private EmbeddedPostgres primary;

    private PostgresPair(Path firstHome, EmbeddedPostgres first, EmbeddedPostgres second) {
        this.firstHome = firstHome;
        this.first = first;
        this.second = second;
        this.primary = first;
    }

    /** Starts both in a directory of their own. */
    public static PostgresPair start(Path directory) throws IOException, SQLException {
        Path firstHome = directory.resolve("first");
        Path secondHome = directory.resolve("second");
        try (EmbeddedPostgres made = EmbeddedPostgres.start(firstHome, LoopbackPort.ANY)) {
            var unused = Reconcile.migrate(made.source(DatabaseRole.OWNER));
        }
        copy(firstHome, secondHome);
        EmbeddedPostgres first = EmbeddedPostgres.start(firstHome, LoopbackPort.ANY);
        Files.writeString(
                firstHome.resolve("data/pg_hba.conf"), REPLICATION, StandardOpenOption.APPEND);
        execute(first, "select pg_reload_conf()");
        Files.writeString(
                secondHome.resolve("data/postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=%s user=%s password=%s'%n"
                        .formatted(
                                first.port(),
                                DatabaseRole.ADMINISTRATOR.roleName(),
                                first.password(DatabaseRole.ADMINISTRATOR)),
                StandardOpenOption.APPEND);
        Files.createFile(secondHome.resolve("data/standby.signal"));
        EmbeddedPostgres second =
                EmbeddedPostgres.start(secondHome, LoopbackPort.ANY, binaries(firstHome));
        var pair = new PostgresPair(firstHome, first, second);
        pair.waitForTheStandby();
        return pair;
    }

    /** From here on a commit waits until the standby has it. */
    private void waitForTheStandby() throws SQLException {
        execute(first, "alter system set synchronous_standby_names = '*'");
        execute(first, "select pg_reload_conf()");
        Patience.until(
                () ->
                        query(
                                        first,
                                        "select count(*) from pg_stat_replication where sync_state = 'sync'")
                                == 1);
    }

    /** The first's directory while no server runs on it; without its programs. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : (Iterable<Path>) all::iterator) {
                if (!each.startsWith(from.resolve("binaries"))) {
                    Files.copy(
                            each,
                            to.resolve(from.relativize(each)),
                            StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    private static Path binaries(Path home) throws IOException {
        try (Stream<Path> unpacked = Files.list(home.resolve("binaries"))) {
            return unpacked.findFirst().orElseThrow();
        }
    }

    /** The JDBC address of both, with the login that the product works as. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:%s,127.0.0.1:%s/countersign?user=%s&password=%s"
                .formatted(
                        first.port(),
                        second.port(),
                        DatabaseRole.APPLICATION.roleName(),
                        first.password(DatabaseRole.APPLICATION));
    }

    /** The one that is, or was last, the primary, as the product works. */
    public DataSource dataSource() {
        return primary.source(DatabaseRole.APPLICATION);
    }

    /** Ends the first server and all of its sessions as a power cut does. */
    public void killPrimary() {
        try {
            long postmaster =
                    Long.parseLong(
                            Files.readAllLines(firstHome.resolve("data/postmaster.pid"))
                                    .getFirst()
                                    .strip());
            ProcessHandle server = ProcessHandle.of(postmaster).orElseThrow();
            List<ProcessHandle> sessions = server.descendants().toList();
            boolean unused = server.destroyForcibly();
            sessions.forEach(ProcessHandle::destroyForcibly);
            server.onExit().join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the standby the primary, as what watches both does. */
    public void promoteStandby() throws SQLException {
        execute(second, "select pg_promote()");
        primary = second;
    }

    private static void execute(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection connection = server.source(DatabaseRole.ADMINISTRATOR).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long query(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection connection = server.source(DatabaseRole.ADMINISTRATOR).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public void close() {
        try (first) {
            second.close();
        }
    }
}
