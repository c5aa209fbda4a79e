package dev.countersign.facade.launch.chaos;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.access.ApiKeys.NewKey;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.Statement;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Some processes on a database and a broker of their own, and what can be done to all of it. */
final class SupervisedProduct implements AutoCloseable {

    static final int PARTITIONS = 4;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final PostgresExtension postgres;
    private final Path directory;
    private final Path home;
    private final List<SupervisedProcess> processes = new ArrayList<>();
    private final String key;
    private final FeedTopics feed;
    private volatile EmbeddedKafka broker;

    private SupervisedProduct(PostgresExtension postgres, Path directory) throws Exception {
        this.postgres = postgres;
        this.directory = directory;
        this.home = Files.createDirectories(directory.resolve("home"));
        this.broker = EmbeddedKafka.start(directory.resolve("broker"), LoopbackPort.ANY);
        this.feed = new FeedTopics(broker.clientFile(), PARTITIONS).recreate();
        this.key = newKey();
    }

    /**
     * Starts it on a database that has one account, and returns when all processes are there.
     *
     * @param clocksOff seconds that the clock of a process may be wrong
     * @param release the tree of another release, which a process may be of
     */
    static SupervisedProduct start(
            PostgresExtension postgres,
            Path directory,
            List<String> names,
            int clocksOff,
            @Nullable Path release,
            SplittableRandom random)
            throws Exception {
        var product = new SupervisedProduct(postgres, directory);
        int port = URI.create(postgres.url().substring("jdbc:".length())).getPort();
        for (String name : names) {
            product.processes.add(
                    SupervisedProcess.start(
                            name,
                            product.home,
                            port,
                            product.settings(port),
                            clocksOff,
                            release,
                            random.split()));
        }
        Patience.until(() -> product.processes.stream().allMatch(one -> one.port().isPresent()));
        return product;
    }

    private String newKey() {
        AccountId account =
                new AccountId(
                        jdbi().withHandle(
                                        handle ->
                                                handle.createQuery("select id from account")
                                                        .mapTo(UUID.class)
                                                        .one()));
        return Reconcile.open(
                        postgres.dataSource(),
                        SystemTime.clock(),
                        new RandomIds(),
                        Pkcs12Keys.open(vault(), "test".toCharArray(), new SecureRandom()),
                        new SecureRandom())
                .apiKeys()
                .create(new NewKey(new Book(account, Mode.SANDBOX), "test", ApiKeys.SCOPES, null))
                .text();
    }

    private Path vault() {
        return directory.resolve("vault.p12");
    }

    private List<String> settings(int databasePort) {
        List<String> settings = new ArrayList<>();
        broker.clientSettings()
                .forEach(
                        (name, value) ->
                                settings.add("--spring.kafka.properties." + name + "=" + value));
        settings.addAll(
                List.of(
                        "--spring.datasource.url="
                                + postgres.url()
                                        .replace(":" + databasePort + "/", ":DATABASE_PORT/")
                                + "&ApplicationName=chaos",
                        "--spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
                        "--countersign.vault.key-store=" + vault(),
                        "--countersign.vault.password=test",
                        "--countersign.ingest.owners=1",
                        "--countersign.night.modes=sandbox",
                        // No date is due by itself; nights that are left behind are gone on with.
                        "--countersign.night.at="
                                + LocalTime.now(ZoneOffset.UTC)
                                        .plusHours(12)
                                        .truncatedTo(ChronoUnit.SECONDS),
                        "--countersign.night.lease=5s",
                        "--management.server.port=0",
                        "--server.port=0"));
        return settings;
    }

    /** Its book. */
    Jdbi jdbi() {
        return JdbiSetup.over(postgres.dataSource());
    }

    /** A number that its book says. */
    long number(String sql) {
        return jdbi().withHandle(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }

    /** Its topics. */
    FeedTopics feed() {
        return feed;
    }

    /** The settings of a client of its broker. */
    Map<String, Object> client() {
        return broker.clientSettings();
    }

    /** The folder of its reports. */
    Path reports() {
        return home.resolve("reports");
    }

    /** Callers at the processes that are there. */
    List<ApiCaller> callers() {
        return processes.stream()
                .flatMapToInt(process -> process.port().stream())
                .mapToObj(port -> new ApiCaller("http://127.0.0.1:" + port + "/sandbox/v1", key))
                .toList();
    }

    /** The things that happen to a product. */
    enum Disturbance {
        KILL,
        STOP,
        PAUSE,
        CUT_OFF_FROM_DATABASE,
        END_SESSIONS,
        RESTART_BROKER,
        FULL_DISK
    }

    /** Does something to it, and returns when that is over. */
    void disturb(Disturbance disturbance, SplittableRandom random) throws Exception {
        SupervisedProcess process = processes.get(random.nextInt(processes.size()));
        ChildJvm jvm = process.process();
        switch (disturbance) {
            case KILL -> jvm.kill();
            case STOP -> {
                jvm.terminate();
                rest(random.nextInt(1_000));
            }
            case PAUSE -> {
                jvm.suspend();
                rest(2_000 + random.nextInt(8_000));
                jvm.resume();
            }
            case CUT_OFF_FROM_DATABASE -> {
                process.way().fallSilent();
                rest(2_000 + random.nextInt(12_000));
                process.way().speak();
            }
            case END_SESSIONS -> {
                for (int times = random.nextInt(1, 4); times > 0; times--) {
                    endSessions();
                    rest(random.nextInt(500));
                }
            }
            case RESTART_BROKER -> {
                int port = broker.port();
                broker.close();
                rest(random.nextInt(2_000));
                broker = EmbeddedKafka.start(directory.resolve("broker"), port);
            }
            case FULL_DISK -> {
                jvm.limitFiles("0");
                rest(2_000 + random.nextInt(8_000));
                jvm.limitFiles("unlimited");
            }
        }
    }

    private void endSessions() throws Exception {
        try (Connection connection = postgres.administratorSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    select pg_terminate_backend(pid)
                      from pg_stat_activity
                     where datname = current_database()
                       and application_name similar to '(chaos|countersign)%'
                    """);
        }
    }

    static void rest(long millis) {
        LockSupport.parkNanos(millis * NANOS_PER_MILLI);
    }

    @Override
    public void close() throws IOException {
        for (SupervisedProcess process : processes) {
            process.close();
        }
        broker.close();
    }
}
