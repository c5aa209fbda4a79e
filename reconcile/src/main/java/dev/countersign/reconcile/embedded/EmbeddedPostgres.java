package dev.countersign.reconcile.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL of our own in a directory of our own, for as long as this object is open. Closing
 * stops the server; the next start on the same directory finds every committed row again, also
 * after {@code kill -9}.
 *
 * <p>It listens on 127.0.0.1 only and trusts whoever connects from there: the boundary is the
 * machine. Give the product a server of yours where that is not enough.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    private static final String DATABASE = "countersign";
    private static final String USER = "postgres";
    private static final Duration STARTUP_MAX = Duration.ofSeconds(60);

    private final DirectoryLock lock;
    private final io.zonky.test.db.postgres.embedded.EmbeddedPostgres server;
    private final ProcessHandle process;
    private final int port;
    private volatile boolean closing;

    private EmbeddedPostgres(
            DirectoryLock lock,
            io.zonky.test.db.postgres.embedded.EmbeddedPostgres server,
            ProcessHandle process,
            int port) {
        this.lock = lock;
        this.server = server;
        this.process = process;
        this.port = port;
    }

    /**
     * Starts the server on a directory that belongs to it alone, and makes the database {@code
     * countersign} the first time.
     *
     * @param port where to listen on 127.0.0.1; {@link LoopbackPort#ANY} for a free one
     * @throws StartupRefused if the port or the directory is taken, or the system forbids it
     */
    public static EmbeddedPostgres start(Path directory, int port) {
        Path home = directory.toAbsolutePath().normalize();
        DirectoryLock lock = DirectoryLock.take(home);
        try {
            EmbeddedPostgres postgres = start(home, port, lock);
            postgres.createDatabase();
            return postgres;
        } catch (IOException | SQLException e) {
            lock.close();
            throw new StartupRefused("The embedded PostgreSQL in " + home + " did not start.", e);
        } catch (InterruptedException e) {
            lock.close();
            Thread.currentThread().interrupt();
            throw new StartupRefused("The start of the embedded PostgreSQL was interrupted.", e);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static EmbeddedPostgres start(Path home, int wantedPort, DirectoryLock lock)
            throws IOException, InterruptedException, SQLException {
        requireNamespacesForRoot();
        Path data = home.resolve("data");
        new PostmasterPid(data).stopOrphan();
        discardHalfInitialized(home, data);
        int port =
                LoopbackPort.claim(wantedPort, "PostgreSQL", "countersign.embedded.postgres-port");
        var server =
                io.zonky.test.db.postgres.embedded.EmbeddedPostgres.builder()
                        .setDataDirectory(data)
                        .setCleanDataDirectory(false)
                        .setOverrideWorkingDirectory(home.resolve("binaries").toFile())
                        .setRegisterShutdownHook(false)
                        .setPGStartupWait(STARTUP_MAX)
                        .setPort(port)
                        .setLocaleConfig("locale", "C")
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("full_page_writes", "on")
                        .setServerConfig("shared_buffers", "512MB")
                        .setServerConfig("max_wal_size", "8GB")
                        // Two workers of a night fill the usual 16 MB faster than they are written.
                        .setServerConfig("wal_buffers", "64MB")
                        .setServerConfig("listen_addresses", "127.0.0.1")
                        .setServerConfig("unix_socket_directories", "")
                        .setServerConfig("timezone", "UTC")
                        .start();
        ProcessHandle process =
                new PostmasterPid(data)
                        .find()
                        .orElseThrow(() -> new IOException("It ended as soon as it had started."));
        var postgres = new EmbeddedPostgres(lock, server, process, port);
        postgres.requireOurs(data);
        Files.writeString(initialized(home), "");
        return postgres;
    }

    /** Below root, PostgreSQL runs in a user namespace of its own, since it refuses to be root. */
    private static void requireNamespacesForRoot() throws InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))
                || !System.getProperty("os.name", "").startsWith("Linux")) {
            return;
        }
        if (!namespacesWork()) {
            throw new StartupRefused(
                    "PostgreSQL refuses to run as root, and this system has no 'unshare' or forbids"
                            + " user namespaces: start Countersign as an ordinary user, or name a database of yours"
                            + " with spring.datasource.url.");
        }
    }

    private static boolean namespacesWork() throws InterruptedException {
        try {
            return new ProcessBuilder("unshare", "-U", "true").start().waitFor() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    /** An initdb cut half-way looks complete to the next start; our own marker tells the truth. */
    private static void discardHalfInitialized(Path home, Path data) throws IOException {
        if (Files.exists(data) && Files.notExists(initialized(home))) {
            deleteRecursively(data);
        }
    }

    private static Path initialized(Path home) {
        return home.resolve("initdb.done");
    }

    /** Whoever answers on the port is taken for our server; only the directory proves it. */
    private void requireOurs(Path data) throws SQLException, IOException {
        Path served = Path.of(show("data_directory"));
        if (!Files.exists(served) || !Files.isSameFile(served, data)) {
            throw new StartupRefused(
                    "Another PostgreSQL, of " + served + ", answers on port " + port + ".");
        }
    }

    private void createDatabase() throws SQLException {
        if (query("select 1 from pg_database where datname = '" + DATABASE + "'") == null) {
            execute("create database " + DATABASE);
        }
    }

    /** Where it listens on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** The JDBC address of the database {@code countersign}; it names the user as well. */
    public String url() {
        return url(DATABASE);
    }

    /** The JDBC address of any database of this server. */
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=" + USER;
    }

    /** The value of a setting, as {@code SHOW} gives it. */
    public String show(String setting) throws SQLException {
        String value = query("show " + setting);
        if (value == null) {
            throw new IllegalArgumentException("no such setting: " + setting);
        }
        return value;
    }

    private @Nullable String query(String sql) throws SQLException {
        try (Connection connection = maintenance().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = maintenance().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private DataSource maintenance() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url("postgres"));
        return source;
    }

    /** Tells when the server has ended although nobody closed it: it was killed, or failed. */
    public void whenItDies(Runnable told) {
        var unused =
                process.onExit()
                        .thenRun(
                                () -> {
                                    if (!closing) {
                                        told.run();
                                    }
                                });
    }

    /** Stops the server; sessions still open are ended, committed work is on the disk. */
    @Override
    public void close() {
        closing = true;
        try (lock) {
            if (process.isAlive()) {
                server.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void deleteRecursively(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path visited, @Nullable IOException failure) throws IOException {
                        if (failure != null) {
                            throw failure;
                        }
                        Files.delete(visited);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
