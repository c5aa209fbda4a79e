package dev.countersign.bench.stage;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.embedded.DatabaseRole;
import dev.countersign.reconcile.embedded.EmbeddedPostgres;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.service.JdbiSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The servers of a run, in a temporary directory, each a process of its own, and the processes that
 * are measured. Closing it ends all of them and removes the directory; so does the end of this
 * process, also by Ctrl-C.
 */
public final class Stage implements AutoCloseable {

    private static final String EMPTY = "bench_empty";
    private static final List<String> JVM = List.of("-Xmx1g");
    private static final List<String> BROKER_JVM = List.of("-Xmx512m");
    private static final Duration START_PATIENCE = Duration.ofSeconds(90);
    private static final Duration START_USUAL = Duration.ofSeconds(10);

    private final Jars jars;
    private final Path directory;
    private Path bench;
    private List<String> peerCache = List.of();
    private final List<Child> children = new ArrayList<>();
    private final Object ending = new Object();
    private final CountDownLatch started = new CountDownLatch(1);
    private @Nullable EmbeddedPostgres postgres;
    private @Nullable Child broker;
    private String brokers = "";
    private volatile boolean asked;
    private volatile @Nullable Thread starting;
    private boolean closed;
    private int databases;

    private Stage(Jars jars, Path directory) {
        this.jars = jars;
        this.bench = jars.bench();
        this.directory = directory;
    }

    /**
     * Makes the directory, and sees to it that it goes whatever happens.
     *
     * @param parent where the temporary directory goes
     */
    public static Stage in(Path parent, Jars jars) {
        try {
            Stage stage = new Stage(jars, Files.createTempDirectory(parent, "countersign-bench-"));
            Runtime.getRuntime().addShutdownHook(new Thread(stage::close, "stage-close"));
            return stage;
        } catch (IOException e) {
            throw new StageFailure("no temporary directory in " + parent, e);
        }
    }

    /**
     * Starts the servers. Who ends the run meanwhile waits: nothing is made any more where all is
     * removed.
     */
    public synchronized void start() throws InterruptedException {
        layOut();
        broker =
                keep(
                        Child.run(
                                "the broker",
                                Map.of(),
                                BROKER_JVM,
                                bench,
                                List.of("broker", directory.resolve("kafka").toString())));
        postgres = startPostgres();
        // Once a minute it would visit whoever is measured just then.
        autovacuum(false);
        maintenance("create database " + EMPTY);
        var unused = Reconcile.migrateWithRoles(server().source(DatabaseRole.ADMINISTRATOR, EMPTY));
        brokers = broker.await("client ", START_PATIENCE);
    }

    /** Where the product starts from a jar that is laid out, so do its peers. */
    private void layOut() throws InterruptedException {
        if (!jars.prepared()) {
            return;
        }
        Path laidOut = directory.resolve("laid-out");
        try (Child child =
                Child.run(
                        "the layout",
                        Map.of(),
                        List.of("-Djarmode=tools"),
                        bench,
                        List.of("extract", "--destination", laidOut.toString()))) {
            child.awaitEnd(START_PATIENCE);
        }
        bench = laidOut.resolve(bench.getFileName());
    }

    private EmbeddedPostgres startPostgres() {
        starting = Thread.currentThread();
        try {
            return EmbeddedPostgres.start(directory.resolve("postgres"), LoopbackPort.ANY);
        } finally {
            started.countDown();
        }
    }

    /** A Ctrl-C may have ended the database as well, and whoever starts it waits for it in vain. */
    private void waitNoLongerThanAStartTakes() {
        Thread waiting = starting;
        try {
            if (waiting != null && !started.await(START_USUAL.toMillis(), MILLISECONDS)) {
                waiting.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Child keep(Child child) {
        if (closed) {
            child.close();
            throw new StageFailure("the run was ended");
        }
        children.add(child);
        return child;
    }

    /** Starts the packaged product for a database, with the heap that its peers get. */
    public Child product(String database, String... arguments) {
        return keep(
                Child.run(
                        "the product",
                        environment(
                                DatabaseRole.APPLICATION,
                                Map.of("COUNTERSIGN_HOME", home(database).toString())),
                        jvm(jars.productJvm(List.of(arguments))),
                        jars.product(),
                        List.of(arguments)));
    }

    /** The data directory of the product of a database: its keys belong to one another. */
    public Path home(String database) {
        return directory.resolve("home-" + database);
    }

    /** Starts a peer or a floor. */
    public Child peer(String name, String... arguments) {
        return peer(name, List.of(), List.of(arguments));
    }

    /** Starts a peer with options of its own for its JVM. */
    public Child peer(String name, List<String> jvm, List<String> arguments) {
        List<String> options = new ArrayList<>(jvm(jars.peerJvm()));
        options.addAll(peerCache);
        options.addAll(jvm);
        return keep(
                Child.run(
                        name,
                        environment(DatabaseRole.OWNER, Map.of()),
                        options,
                        bench,
                        arguments));
    }

    /**
     * Runs a peer once, for the cache of classes with which all of them start from then on, as the
     * product has one where it was prepared.
     */
    public void rehearse(CacheRun rehearsal) throws InterruptedException {
        if (!jars.prepared() || !peerCache.isEmpty()) {
            return;
        }
        Path cache = directory.resolve("peers.aot");
        rehearsal.run(List.of("-XX:AOTCacheOutput=" + cache));
        if (!Files.isRegularFile(cache)) {
            throw new StageFailure("the rehearsal of the peers left no AOT cache");
        }
        peerCache = List.of("-XX:AOTCache=" + cache);
    }

    /** Runs a peer with some options until it has shown all that it does. */
    public interface CacheRun {
        /** Runs it, and waits until it has ended in order. */
        void run(List<String> jvm) throws InterruptedException;
    }

    /** A login of the database is nobody's to see in a list of processes. */
    private Map<String, String> environment(DatabaseRole role, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("PGUSER", role.roleName());
        environment.put("PGPASSWORD", server().password(role));
        // A name that the broker takes is written so in the environment: sasl.jaas.config, and so
        // on.
        ClientFile.read(Path.of(brokers))
                .forEach(
                        (name, value) ->
                                environment.put(
                                        "SPRING_KAFKA_PROPERTIES_"
                                                + name.replace('.', '_').toUpperCase(Locale.ROOT),
                                        value.toString()));
        environment.put("SPRING_DATASOURCE_USERNAME", role.roleName());
        environment.put("SPRING_DATASOURCE_PASSWORD", server().password(role));
        return environment;
    }

    /**
     * Returns the options of a JVM. They place its temporary files where they are removed too, even
     * those that a killed process leaves behind.
     */
    private List<String> jvm(List<String> more) {
        List<String> options = new ArrayList<>(JVM);
        options.add("-Djava.io.tmpdir=" + directory);
        options.addAll(more);
        return options;
    }

    /** A directory for what a peer keeps on the disk. */
    public Path directory(String name) {
        return directory.resolve(name);
    }

    /** The file of what clients of the broker need. */
    public String brokers() {
        return brokers;
    }

    /** The address on which it listens. */
    public String bootstrapServers() {
        return String.valueOf(ClientFile.read(Path.of(brokers)).get("bootstrap.servers"));
    }

    // ---- databases

    /** A database with the product's schema and nothing in it. */
    public String emptyDatabase() {
        return copyOf(EMPTY);
    }

    /** A copy of a database that nobody is connected to. */
    public synchronized String copyOf(String database) {
        databases++;
        String name = "bench_" + databases;
        maintenance("create database " + name + " template " + database + " strategy file_copy");
        return name;
    }

    /** The same with the keys that belong to it, where a product made some. */
    public String copyWithHome(String database) {
        String copy = copyOf(database);
        if (Files.notExists(home(database))) {
            return copy;
        }
        try (Stream<Path> files = Files.walk(home(database))) {
            for (Path file : files.toList()) {
                Path target = home(copy).resolve(home(database).relativize(file).toString());
                Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the keys of a database cannot be copied", e);
        }
        return copy;
    }

    /** Removes a database. */
    public void drop(String database) {
        maintenance("drop database if exists " + database + " with (force)");
    }

    /** Sees to it that no contestant pays for what another one wrote. */
    public void checkpoint() {
        maintenance("checkpoint");
    }

    /** Turns the visits of the database's own cleaning on or off. */
    public void autovacuum(boolean on) {
        maintenance("alter system set autovacuum = " + (on ? "on" : "off"));
        maintenance("select pg_reload_conf()");
    }

    private void maintenance(String sql) {
        Jdbi.create(server().source(DatabaseRole.ADMINISTRATOR, "postgres"))
                .useHandle(handle -> handle.execute(sql));
    }

    /** The JDBC address of a database, which names no user. */
    public String url(String database) {
        return server().url(database);
    }

    /** Queries a database. */
    public Jdbi database(String database) {
        return JdbiSetup.over(source(database));
    }

    /** The one number that a query gives. */
    public long number(String database, String sql, Object... arguments) {
        return database(database)
                .withHandle(handle -> handle.select(sql, arguments).mapTo(long.class).one());
    }

    private PGSimpleDataSource source(String database) {
        PGSimpleDataSource source = server().source(DatabaseRole.OWNER, database);
        source.setOptions(DatabaseLogin.OPTIONS);
        return source;
    }

    private EmbeddedPostgres server() {
        if (postgres == null) {
            throw new StageFailure("the database is not there");
        }
        return postgres;
    }

    /** The database's version and what decides how durable and how fast it is. */
    public String postgresSettings() {
        try {
            StringBuilder text = new StringBuilder(server().show("server_version"));
            for (String setting :
                    List.of(
                            "fsync",
                            "synchronous_commit",
                            "full_page_writes",
                            "shared_buffers",
                            "max_wal_size",
                            "wal_buffers",
                            "autovacuum")) {
                text.append(", ").append(setting).append('=').append(server().show(setting));
            }
            return text.toString();
        } catch (SQLException e) {
            throw new StageFailure("the database does not answer", e);
        }
    }

    // ---- processors

    /** Returns the processor time that the servers have taken so far. */
    public ProcessorTime taken(Child measured) {
        return new ProcessorTime(
                CpuTime.ofProcess(measured.pid()),
                CpuTime.ofFamily(postmaster()),
                broker == null ? Double.NaN : CpuTime.ofProcess(broker.pid()));
    }

    /**
     * Returns the processor time that the database has taken so far, for work that runs inside it
     * alone.
     */
    public ProcessorTime taken() {
        return new ProcessorTime(Double.NaN, CpuTime.ofFamily(postmaster()), Double.NaN);
    }

    private long postmaster() {
        try {
            Path pid = directory.resolve("postgres").resolve("data").resolve("postmaster.pid");
            return Long.parseLong(Files.readAllLines(pid).getFirst().strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Processor time in nanoseconds, by process; not a number where it cannot be told.
     *
     * @param process the one that is measured
     */
    public record ProcessorTime(double process, double postgres, double broker) {

        /** Returns the processor time taken since an earlier reading. */
        public ProcessorTime since(ProcessorTime before) {
            return new ProcessorTime(
                    process - before.process, postgres - before.postgres, broker - before.broker);
        }
    }

    // ---- the end

    /** True once everything is to end: what fails from then on was asked to. */
    public boolean isAskedToEnd() {
        return asked;
    }

    @Override
    public void close() {
        asked = true; // before it waits for what is starting, which fails meanwhile
        waitNoLongerThanAStartTakes();
        synchronized (this) {
            closed = true;
        }
        synchronized (ending) { // who comes second waits for the first, and finds nothing left
            // The broker came first and goes last.
            children.reversed().forEach(Child::close);
            children.clear();
            if (postgres != null) {
                postgres.close();
                postgres = null;
            }
            if (Files.exists(directory)) {
                remove(directory);
            }
        }
    }

    private static void remove(Path directory) {
        try {
            Files.walkFileTree(
                    directory,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                                throws IOException {
                            Files.deleteIfExists(file);
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult postVisitDirectory(
                                Path visited, @Nullable IOException failure) throws IOException {
                            Files.deleteIfExists(visited);
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            System.err.println("Could not remove " + directory + ": " + e.getMessage());
        }
    }
}
