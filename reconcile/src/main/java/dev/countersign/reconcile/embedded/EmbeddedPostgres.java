package dev.countersign.reconcile.embedded;

import dev.countersign.reconcile.roles.DatabaseRoles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL of our own in a directory of our own, for as long as this object is open. Closing
 * stops the server; the next start on the same directory finds every committed row again, also
 * after {@code kill -9}.
 *
 * <p>It listens on 127.0.0.1 only, and takes from there whoever has the password of a role: they
 * are generated, and stand in a file that the owner of the directory alone can read.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    private static final String DATABASE = "countersign";
    private static final String MAINTENANCE = "postgres";
    private static final Duration STARTUP_MAX = Duration.ofSeconds(60);
    private static final Duration STOP_MAX = Duration.ofSeconds(60);

    /**
     * The one way to log in, for both sides: while the server is down another user may take the
     * port and ask for a password as it is, and no client may tell it.
     */
    public static final String AUTHENTICATION = "scram-sha-256";

    /** Every connection needs a password, and there are none but those of 127.0.0.1. */
    private static final String HOST_BASED_AUTHENTICATION =
            """
            # Written at each start: what is changed here does not last.
            host all all 127.0.0.1/32 %s
            """
                    .formatted(AUTHENTICATION);

    private final DirectoryLock lock;
    private final PostgresBinaries binaries;
    private final Path data;
    private final PostgresPasswords passwords;
    private final ProcessHandle process;
    private final int port;
    private volatile boolean closing;

    private EmbeddedPostgres(
            DirectoryLock lock,
            PostgresBinaries binaries,
            Path data,
            PostgresPasswords passwords,
            ProcessHandle process,
            int port) {
        this.lock = lock;
        this.binaries = binaries;
        this.data = data;
        this.passwords = passwords;
        this.process = process;
        this.port = port;
    }

    /**
     * Starts the bundled server on a directory that belongs to it alone, and makes the database
     * {@code countersign} and its roles the first time.
     *
     * @param port where to listen on 127.0.0.1; {@link LoopbackPort#ANY} for a free one
     * @throws StartupRefusedException if the port or the directory is taken, or the system forbids
     *     it
     */
    public static EmbeddedPostgres start(Path directory, int port) {
        return start(directory, port, null);
    }

    /**
     * Starts an installed server in the same way.
     *
     * @param installed the directory that has its {@code bin}; null for the bundled one
     */
    public static EmbeddedPostgres start(Path directory, int port, @Nullable Path installed) {
        Path home = directory.toAbsolutePath().normalize();
        DirectoryLock lock = DirectoryLock.take(home);
        try {
            return start(home, port, installed, lock);
        } catch (IOException | SQLException e) {
            lock.close();
            throw new StartupRefusedException(
                    "The embedded PostgreSQL in " + home + " did not start.", e);
        } catch (InterruptedException e) {
            stopLeft(home.resolve("data"));
            lock.close();
            Thread.currentThread().interrupt();
            throw new StartupRefusedException(
                    "The start of the embedded PostgreSQL was interrupted.", e);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Stops a server that had begun when its start was interrupted. */
    private static void stopLeft(Path data) {
        try {
            new PostmasterPid(data).stopOrphan();
        } catch (IOException | InterruptedException e) {
            Thread.currentThread().interrupt(); // the next start stops it
        }
    }

    /**
     * True where a server that an earlier process left in the directory listens on a port: the next
     * start stops it.
     */
    public static boolean isLeftRunning(Path directory, int port) {
        try {
            return !DirectoryLock.isHeld(directory)
                    && new PostmasterPid(directory.toAbsolutePath().normalize().resolve("data"))
                            .listensOn(port);
        } catch (IOException e) {
            return false; // the start says why it cannot be read
        }
    }

    private static EmbeddedPostgres start(
            Path home, int wantedPort, @Nullable Path installed, DirectoryLock lock)
            throws IOException, InterruptedException, SQLException {
        boolean unused = FileMask.restrictToOwner();
        PostgresBinaries.requireNamespacesForRoot();
        Path data = home.resolve("data");
        new PostmasterPid(data).stopOrphan();
        discardHalfInitialized(home, data);
        PostgresBinaries binaries =
                installed == null
                        ? PostgresBinaries.bundled(home.resolve("binaries"))
                        : PostgresBinaries.installed(installed);
        int port =
                LoopbackPort.claim(wantedPort, "PostgreSQL", "countersign.embedded.postgres-port");
        Path file = home.resolve("passwords");
        PostgresPasswords passwords = PostgresPasswords.read(file);
        boolean known = passwords.isComplete() && Files.exists(data);
        if (!known) {
            passwords = PostgresPasswords.generate();
        }
        if (Files.notExists(data)) {
            initialize(home, binaries, data, passwords);
        } else {
            requireSameVersion(data, binaries);
            if (!known) {
                renewAdministrator(binaries, data, passwords);
            }
        }
        Files.writeString(data.resolve("pg_hba.conf"), HOST_BASED_AUTHENTICATION);
        ProcessHandle process = run(home, binaries, data, port);
        var postgres = new EmbeddedPostgres(lock, binaries, data, passwords, process, port);
        try {
            postgres.setUp(known);
        } catch (SQLException | RuntimeException e) {
            postgres.stop();
            throw e;
        }
        passwords.write(file);
        if (Files.notExists(initialized(home))) {
            PrivateFiles.create(initialized(home));
        }
        return postgres;
    }

    private static void initialize(
            Path home, PostgresBinaries binaries, Path data, PostgresPasswords passwords)
            throws IOException, InterruptedException {
        Path password = home.resolve("initdb.password");
        PrivateFiles.write(password, passwords.of(DatabaseRole.ADMINISTRATOR) + "\n");
        try {
            String unused =
                    binaries.run(
                            null,
                            "initdb",
                            "--pgdata=" + data,
                            "--username=" + DatabaseRole.ADMINISTRATOR.roleName(),
                            "--pwfile=" + password,
                            "--auth=" + AUTHENTICATION,
                            "--encoding=UTF-8",
                            "--locale=C");
        } finally {
            Files.delete(password);
        }
    }

    private static void requireSameVersion(Path data, PostgresBinaries binaries)
            throws IOException, InterruptedException {
        int made = PostgresBinaries.majorVersionOf(data);
        int programs = binaries.majorVersion();
        if (made != programs) {
            throw new StartupRefusedException(
                    "The data directory "
                            + data
                            + " was made by PostgreSQL "
                            + made
                            + ", and the programs that were chosen are of PostgreSQL "
                            + programs
                            + ": choose those of "
                            + made
                            + " with countersign.embedded.postgres-binaries, or start afresh in"
                            + " another directory.");
        }
    }

    /**
     * Gives the superuser a new password while no server runs: where the file was lost, and where
     * an earlier version had none.
     */
    private static void renewAdministrator(
            PostgresBinaries binaries, Path data, PostgresPasswords passwords)
            throws IOException, InterruptedException {
        String unused =
                binaries.run(
                        "alter role "
                                + DatabaseRole.ADMINISTRATOR.roleName()
                                + " password '"
                                + passwords.of(DatabaseRole.ADMINISTRATOR)
                                + "'\n",
                        "postgres",
                        "--single",
                        "-D",
                        data.toString(),
                        MAINTENANCE);
    }

    private static ProcessHandle run(Path home, PostgresBinaries binaries, Path data, int port)
            throws IOException, InterruptedException {
        Path log = home.resolve("server.log");
        Files.deleteIfExists(log);
        try {
            binaries.control(data, STARTUP_MAX, "-o", options(port), "-l", log.toString(), "start");
        } catch (IOException e) {
            String output = Files.exists(log) ? Files.readString(log) : "";
            throw new IOException(e.getMessage() + "\n" + output, e);
        }
        return new PostmasterPid(data)
                .find()
                .orElseThrow(() -> new IOException("It ended as soon as it had started."));
    }

    private static String options(int port) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("port", Integer.toString(port));
        settings.put("fsync", "on");
        settings.put("synchronous_commit", "on");
        settings.put("full_page_writes", "on");
        settings.put("shared_buffers", "512MB");
        settings.put("max_wal_size", "8GB");
        // Two workers of a night fill the usual 16 MB faster than they are written.
        settings.put("wal_buffers", "64MB");
        settings.put("listen_addresses", "127.0.0.1");
        settings.put("unix_socket_directories", "");
        settings.put("timezone", "UTC");
        // What keeps it from starting or ends it; never a statement, or the row that broke a rule.
        settings.put("log_min_messages", "fatal");
        settings.put("log_min_error_statement", "panic");
        settings.put("log_error_verbosity", "terse");
        settings.put("log_parameter_max_length", "0");
        settings.put("log_parameter_max_length_on_error", "0");
        return settings.entrySet().stream()
                .map(each -> "-c " + each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
    }

    /** An initdb cut half-way looks complete to the next start; our own marker tells the truth. */
    private static void discardHalfInitialized(Path home, Path data) throws IOException {
        if (Files.exists(data) && Files.notExists(initialized(home))) {
            PrivateFiles.deleteAll(data);
        }
    }

    private static Path initialized(Path home) {
        return home.resolve("initdb.done");
    }

    /**
     * Makes the database and the roles where they are missing.
     *
     * @param known false if the roles have to learn their passwords
     */
    private void setUp(boolean known) throws SQLException, IOException {
        try (Connection connection =
                source(DatabaseRole.ADMINISTRATOR, MAINTENANCE).getConnection()) {
            requireOurs(connection);
            if (known) {
                return;
            }
            if (query(connection, "select 1 from pg_database where datname = '" + DATABASE + "'")
                    == null) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("create database " + DATABASE);
                }
            }
        }
        try (Connection connection = source(DatabaseRole.ADMINISTRATOR, DATABASE).getConnection()) {
            DatabaseRoles.create(connection);
            try (Statement statement = connection.createStatement()) {
                statement.execute("revoke all on database " + DATABASE + " from public");
            }
            DatabaseRoles.setPassword(
                    connection, DatabaseRoles.OWNER, passwords.of(DatabaseRole.OWNER));
            DatabaseRoles.setPassword(
                    connection, DatabaseRoles.APPLICATION, passwords.of(DatabaseRole.APPLICATION));
        }
    }

    /**
     * Refuses a server on the port that serves another directory: only the directory proves which
     * one answers.
     */
    private void requireOurs(Connection connection) throws SQLException, IOException {
        Path served = Path.of(String.valueOf(query(connection, "show data_directory")));
        if (!Files.exists(served) || !Files.isSameFile(served, data)) {
            throw new StartupRefusedException(
                    "Another PostgreSQL, of " + served + ", answers on port " + port + ".");
        }
    }

    /** Returns the port on which it listens on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** The JDBC address of the database {@code countersign}, which names no user. */
    public String url() {
        return url(DATABASE);
    }

    /** The JDBC address of any database of this server. */
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** The password of a role. */
    public String password(DatabaseRole role) {
        return passwords.of(role);
    }

    /** The database {@code countersign} for a role. */
    public PGSimpleDataSource source(DatabaseRole role) {
        return source(role, DATABASE);
    }

    /** Any database of this server for a role; a connection is made each time it is asked for. */
    public PGSimpleDataSource source(DatabaseRole role, String database) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url(database));
        source.setUser(role.roleName());
        source.setPassword(passwords.of(role));
        source.setRequireAuth(AUTHENTICATION);
        return source;
    }

    /** The value of a setting, as {@code SHOW} gives it. */
    public String show(String setting) throws SQLException {
        try (Connection connection =
                source(DatabaseRole.ADMINISTRATOR, MAINTENANCE).getConnection()) {
            String value = query(connection, "show " + setting);
            if (value == null) {
                throw new IllegalArgumentException("no such setting: " + setting);
            }
            return value;
        }
    }

    private static @Nullable String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    /** Tells when the server has ended although nobody closed it: it was killed, or failed. */
    public void whenItDies(Runnable callback) {
        var unused =
                process.onExit()
                        .thenRun(
                                () -> {
                                    if (!closing) {
                                        callback.run();
                                    }
                                });
    }

    /** Stops the server; sessions still open are ended, committed work is on the disk. */
    @Override
    public void close() {
        try (lock) {
            stop();
        }
    }

    private void stop() {
        closing = true;
        if (!process.isAlive()) {
            return;
        }
        try {
            binaries.control(data, STOP_MAX, "-m", "fast", "stop");
        } catch (IOException e) {
            if (process.isAlive()) {
                throw new StartupRefusedException("The embedded PostgreSQL does not stop.", e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
