package dev.countersign.reconcile.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.reconcile.testkit.ChildJvm;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresIT {

    @TempDir Path directory;

    @Test
    void isDurableAndListensOnLoopbackOnly() throws SQLException {
        try (var postgres = start()) {
            assertThat(postgres.show("fsync")).isEqualTo("on");
            assertThat(postgres.show("synchronous_commit")).isEqualTo("on");
            assertThat(postgres.show("full_page_writes")).isEqualTo("on");
            assertThat(postgres.show("listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(postgres.show("unix_socket_directories")).isEmpty();
        }
    }

    @Test
    void keepsItsRowsOverARestart() throws SQLException {
        try (var postgres = start()) {
            writeARow(url(postgres));
        }
        try (var postgres = start()) {
            assertThat(rows(url(postgres))).isEqualTo(1);
        }
    }

    @Test
    void stopsTheOrphanOfAKilledProgramAndKeepsItsRows() throws Exception {
        long orphan;
        try (var program = ChildJvm.run(EmbeddedPostgresProcess.class, directory.toString())) {
            writeARow(program.await("url"));
            orphan = postmaster();
            program.kill();
        }
        assertThat(ProcessHandle.of(orphan)).as("the server outlives the program").isPresent();

        try (var postgres = start()) {
            assertThat(postmaster()).isNotEqualTo(orphan);
            assertThat(ProcessHandle.of(orphan).filter(ProcessHandle::isAlive)).isEmpty();
            assertThat(rows(url(postgres))).isEqualTo(1);
        }
    }

    @Test
    void refusesADirectoryThatAnotherProcessUses() throws Exception {
        try (var program = ChildJvm.run(EmbeddedPostgresProcess.class, directory.toString())) {
            String url = program.await("url");
            assertThatExceptionOfType(StartupRefused.class)
                    .isThrownBy(this::start)
                    .withMessage("The data directory %s is in use by another process.", directory);
            writeARow(url);
            program.kill();
        }
        start().close();
    }

    @Test
    void refusesAPortThatIsTaken() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = socket.getLocalPort();
            assertThatExceptionOfType(StartupRefused.class)
                    .isThrownBy(() -> EmbeddedPostgres.start(directory, port))
                    .withMessageStartingWith("Port " + port + ", meant for PostgreSQL, is taken");
        }
        start().close();
    }

    @Test
    void startsOverWhereTheFirstInitialisationWasCutShort() throws Exception {
        Files.createDirectories(directory.resolve("data/base"));
        Files.writeString(directory.resolve("data/PG_VERSION"), "18\n");
        Files.writeString(directory.resolve("data/postgresql.conf"), "");
        try (var postgres = start()) {
            writeARow(url(postgres));
        }
    }

    @Test
    void ignoresAProcessIdThatBelongsToSomebodyElseNow() throws Exception {
        start().close();
        Files.writeString(
                directory.resolve("data/postmaster.pid"),
                ProcessHandle.current().pid() + "\n" + directory + "\n");
        start().close();
    }

    private EmbeddedPostgres start() {
        return EmbeddedPostgres.start(directory, LoopbackPort.ANY);
    }

    private static String url(EmbeddedPostgres postgres) {
        return postgres.url()
                + "?user="
                + DatabaseRole.OWNER.roleName()
                + "&password="
                + postgres.password(DatabaseRole.OWNER);
    }

    private long postmaster() throws Exception {
        return Long.parseLong(
                Files.readAllLines(directory.resolve("data/postmaster.pid")).getFirst().strip());
    }

    private static void writeARow(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists kept (id int)");
            statement.execute("insert into kept values (1)");
        }
    }

    private static int rows(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("select count(*) from kept")) {
            count.next();
            return count.getInt(1);
        }
    }
}
