package dev.countersign.facade.launch.start;

import dev.countersign.facade.launch.conflict.ListeningPort;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.embedded.DatabaseRole;
import dev.countersign.reconcile.embedded.EmbeddedPostgres;
import dev.countersign.reconcile.embedded.PrivateFiles;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Starts what the settings do not name: a PostgreSQL where {@code spring.datasource.url} is absent,
 * a Kafka where {@code spring.kafka.bootstrap-servers} is. Their addresses become those settings,
 * so the rest of the product knows one way to find its servers.
 */
final class EmbeddedServers implements AutoCloseable {

    private static final String DATABASE_URL = "spring.datasource.url";

    /** As Spring Boot names the login that migrates. */
    private static final String OWNER = "spring.flyway.user";

    private static final String OWNER_PASSWORD = "spring.flyway.password";
    private static final String KAFKA = "spring.kafka.bootstrap-servers";

    private static final String KAFKA_PROPERTIES = "spring.kafka.properties.";

    private static final String POSTGRES_PORT = "countersign.embedded.postgres-port";
    private static final String KAFKA_PORT = "countersign.embedded.kafka-port";
    private static final int POSTGRES_PORT_USUAL = 15432;
    private static final int KAFKA_PORT_USUAL = 19092;

    private final DataDirectory directory;
    private final StartProgress progress;
    private @Nullable EmbeddedPostgres postgres;
    private volatile @Nullable EmbeddedKafka kafka;
    private StartProgress.@Nullable Step application;

    EmbeddedServers(DataDirectory directory, StartProgress progress) {
        this.directory = directory;
        this.progress = progress;
    }

    /** The addresses of the servers that the settings do not name. */
    List<ListeningPort> ports(ConfigurableEnvironment settings) {
        List<ListeningPort> ports = new ArrayList<>();
        InetAddress loopback = InetAddress.getLoopbackAddress();
        int database = port(settings, POSTGRES_PORT, POSTGRES_PORT_USUAL);
        if (isAbsent(settings, DATABASE_URL)
                && !EmbeddedPostgres.isLeftRunning(directory.postgres(), database)) {
            ports.add(new ListeningPort("PostgreSQL", POSTGRES_PORT, loopback, database));
        }
        if (isAbsent(settings, KAFKA)) {
            int broker = port(settings, KAFKA_PORT, KAFKA_PORT_USUAL);
            ports.add(new ListeningPort("Kafka", KAFKA_PORT, loopback, broker));
        }
        return ports;
    }

    /** The directories that they have to have for themselves. */
    Set<Path> owned(ConfigurableEnvironment settings) {
        Set<Path> owned = new LinkedHashSet<>();
        if (isAbsent(settings, DATABASE_URL)) {
            owned.add(directory.postgres());
        }
        if (isAbsent(settings, KAFKA)) {
            owned.add(directory.kafka());
        }
        return owned;
    }

    /**
     * Completes the settings, starting a server for each one that is absent; both at once where
     * both are.
     */
    void complete(ConfigurableEnvironment settings) {
        boolean bringsDatabase = isAbsent(settings, DATABASE_URL);
        boolean bringsBroker = isAbsent(settings, KAFKA);
        if (bringsDatabase || bringsBroker || Files.exists(directory.path())) {
            ownDirectory();
        }
        FutureTask<@Nullable Void> broker =
                new FutureTask<>(
                        () -> {
                            if (bringsBroker) {
                                startBroker(port(settings, KAFKA_PORT, KAFKA_PORT_USUAL));
                            }
                            return null;
                        });
        Thread.ofPlatform().name("broker-start").start(broker);
        try {
            if (bringsDatabase) {
                startDatabase(settings);
            } else {
                migrateAsOwner(settings);
            }
        } finally {
            join(broker);
        }
        if (postgres != null) {
            add(
                    settings,
                    Map.of(
                            DATABASE_URL,
                            postgres.url() + "?requireAuth=" + EmbeddedPostgres.AUTHENTICATION,
                            "spring.datasource.username",
                            DatabaseRole.APPLICATION.roleName(),
                            "spring.datasource.password",
                            postgres.password(DatabaseRole.APPLICATION)));
        }
        if (kafka != null) {
            Map<String, Object> client = new LinkedHashMap<>();
            client.put(KAFKA, kafka.bootstrapServers());
            kafka.clientSettings()
                    .forEach((name, value) -> client.put(KAFKA_PROPERTIES + name, value));
            add(settings, client);
        }
        application = progress.begin("Application");
    }

    /** The application on top of them runs, too. */
    void finished() {
        if (application != null) {
            application.done();
        }
    }

    private void startBroker(int port) {
        StartProgress.Step step = progress.begin("Kafka");
        kafka = EmbeddedKafka.start(directory.kafka(), port);
        step.done();
    }

    private void startDatabase(ConfigurableEnvironment settings) {
        String binaries = settings.getProperty("countersign.embedded.postgres-binaries", "");
        StartProgress.Step step = progress.begin("PostgreSQL");
        postgres =
                EmbeddedPostgres.start(
                        directory.postgres(),
                        port(settings, POSTGRES_PORT, POSTGRES_PORT_USUAL),
                        binaries.isBlank() ? null : Path.of(binaries));
        step.done();
        StartProgress.Step schema = progress.begin("Schema");
        Reconcile.bringSchemaUpToDate(postgres.source(DatabaseRole.OWNER));
        schema.done();
    }

    /** Waits for the broker, whether the database came up or not: it is closed in either case. */
    private static void join(FutureTask<@Nullable Void> broker) {
        try {
            broker.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartupRefusedException("The start was interrupted.", e);
        }
    }

    /** Keys and reports are there whether the servers are embedded or not. */
    private void ownDirectory() {
        try {
            PrivateFiles.own(directory.path());
        } catch (IOException e) {
            throw new StartupRefusedException(
                    "The data directory " + directory.path() + " cannot be written to.", e);
        }
    }

    /** The product's own role may not; without an owner's login it has to find all done. */
    private static void migrateAsOwner(ConfigurableEnvironment settings) {
        PGSimpleDataSource source =
                DatabaseOption.source(settings.getProperty(DATABASE_URL, ""), DATABASE_URL);
        String owner = settings.getProperty(OWNER, "");
        if (!owner.isBlank()) {
            source.setUser(owner);
            source.setPassword(settings.getProperty(OWNER_PASSWORD, ""));
            Reconcile.bringSchemaUpToDate(source);
        }
    }

    /** The file of what Kafka's own tools need, where the broker is one of ours. */
    @Nullable Path kafkaClientFile() {
        return kafka == null ? null : kafka.clientFile();
    }

    /** True if the database is one of ours. */
    boolean bringDatabase() {
        return postgres != null;
    }

    /** Tells when a database that was brought along has ended by itself. */
    void whenTheDatabaseDies(Runnable callback) {
        if (postgres != null) {
            postgres.whenItDies(callback);
        }
    }

    private static boolean isAbsent(ConfigurableEnvironment settings, String name) {
        return settings.getProperty(name, "").isBlank();
    }

    private static int port(ConfigurableEnvironment settings, String name, int otherwise) {
        return Binder.get(settings).bind(name, Integer.class).orElse(otherwise);
    }

    /** Goes first, since a setting left blank is as good as absent but would hide the address. */
    private static void add(ConfigurableEnvironment settings, Map<String, Object> values) {
        settings.getPropertySources()
                .addFirst(
                        new MapPropertySource(
                                "embedded " + values.keySet().iterator().next(), values));
    }

    /** Stops the broker, then the database. */
    @Override
    public void close() {
        try {
            if (kafka != null) {
                kafka.close();
            }
        } finally {
            if (postgres != null) {
                postgres.close();
            }
        }
    }
}
