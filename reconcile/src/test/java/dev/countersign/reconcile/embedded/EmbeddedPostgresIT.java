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
import java.util.List;
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
            assertThatExceptionOfType(StartupRefusedException.class)
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
            assertThatExceptionOfType(StartupRefusedException.class)
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

    @Test
    void letsNobodyInWithoutAPasswordAndTheApplicationToRowsAlone() throws SQLException {
        try (var postgres = start()) {
            letsNobodyInWithoutAPassword(postgres);
            givesTheApplicationNoRightToAnythingButRows(postgres);
        }
    }

    private static void letsNobodyInWithoutAPassword(EmbeddedPostgres postgres) {
        for (DatabaseRole role : DatabaseRole.values()) {
            String user = postgres.url() + "?user=" + role.roleName();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> DriverManager.getConnection(user).close());
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> DriverManager.getConnection(user + "&password=no").close())
                    .withMessageContaining("password authentication failed");
        }
    }

    private static void givesTheApplicationNoRightToAnythingButRows(EmbeddedPostgres postgres)
            throws SQLException {
        writeARow(url(postgres));
        try (Connection connection = postgres.source(DatabaseRole.APPLICATION).getConnection();
                Statement statement = connection.createStatement()) {
            for (String forbidden :
                    List.of(
                            "copy (select 1) to program 'id'",
                            "create temp table t (x text); copy t from program 'id'",
                            "create temp table t (x text); copy t from '/etc/passwd'",
                            "select pg_read_file('postgresql.conf')",
                            "select pg_ls_dir('.')",
                            "select lo_import('/etc/passwd')",
                            "select rolpassword from pg_authid",
                            "create table of_mine (id int)",
                            "create schema of_mine",
                            "create role of_mine",
                            "create extension file_fdw",
                            "alter role countersign_app superuser",
                            "alter role countersign_owner password 'x'",
                            "alter system set archive_command = 'id'",
                            "set role countersign_owner",
                            "set session authorization postgres",
                            "select * from kept",
                            "drop table kept")) {
                assertThatExceptionOfType(SQLException.class)
                        .as(forbidden)
                        .isThrownBy(() -> statement.execute(forbidden))
                        .withMessageMatching("(?s).*(permission denied|must be).*");
            }
        }
    }

    @Test
    void closesAServerThatAnEarlierVersionLeftOpen() throws Exception {
        try (var postgres = start()) {
            try (Connection connection =
                            postgres.source(DatabaseRole.ADMINISTRATOR).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create table kept (id int generated always as identity)");
                statement.execute("insert into kept default values");
                statement.execute("alter role postgres password null");
            }
        }
        Files.delete(directory.resolve("passwords"));
        Files.writeString(
                directory.resolve("data/pg_hba.conf"), "host all all 127.0.0.1/32 trust\n");

        try (var postgres = start()) {
            String owned = url(postgres);
            assertThat(rows(owned)).isEqualTo(1);
            try (Connection connection = DriverManager.getConnection(owned);
                    Statement statement = connection.createStatement()) {
                statement.execute("alter table kept add column more int");
            }
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(
                            () ->
                                    DriverManager.getConnection(postgres.url() + "?user=postgres")
                                            .close());
        }
        start().close();
    }

    @Test
    void saysThatThereIsNoInstalledServerWhereOneIsNamed() {
        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(
                        () ->
                                EmbeddedPostgres.start(
                                        directory, LoopbackPort.ANY, directory.resolve("none")))
                .withMessageStartingWith(
                        "countersign.embedded.postgres-binaries names no installed PostgreSQL");
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
