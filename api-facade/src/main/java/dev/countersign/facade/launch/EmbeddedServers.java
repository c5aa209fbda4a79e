package dev.countersign.facade.launch;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.embedded.DatabaseRole;
import dev.countersign.reconcile.embedded.EmbeddedPostgres;
import dev.countersign.reconcile.embedded.PrivateFiles;
import dev.countersign.reconcile.embedded.StartupRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
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

    private final DataDirectory directory;
    private @Nullable EmbeddedPostgres postgres;
    private @Nullable EmbeddedKafka kafka;

    EmbeddedServers(DataDirectory directory) {
        this.directory = directory;
    }

    /** Completes the settings, starting a server for each one that is absent. */
    void complete(ConfigurableEnvironment settings) {
        if (isAbsent(settings, DATABASE_URL)
                || isAbsent(settings, KAFKA)
                || Files.exists(directory.path())) {
            ownDirectory();
        }
        if (isAbsent(settings, DATABASE_URL)) {
            String binaries = settings.getProperty("countersign.embedded.postgres-binaries", "");
            postgres =
                    EmbeddedPostgres.start(
                            directory.postgres(),
                            port(settings, "countersign.embedded.postgres-port", 15432),
                            binaries.isBlank() ? null : Path.of(binaries));
            Reconcile.ensureSchema(postgres.source(DatabaseRole.OWNER));
            add(
                    settings,
                    Map.of(
                            DATABASE_URL,
                            postgres.url() + "?requireAuth=" + EmbeddedPostgres.AUTHENTICATION,
                            "spring.datasource.username",
                            DatabaseRole.APPLICATION.roleName(),
                            "spring.datasource.password",
                            postgres.password(DatabaseRole.APPLICATION)));
        } else {
            migrateAsOwner(settings);
        }
        if (isAbsent(settings, KAFKA)) {
            kafka =
                    EmbeddedKafka.start(
                            directory.kafka(),
                            port(settings, "countersign.embedded.kafka-port", 19092));
            Map<String, Object> client = new LinkedHashMap<>();
            client.put(KAFKA, kafka.bootstrapServers());
            kafka.clientSettings()
                    .forEach((name, value) -> client.put(KAFKA_PROPERTIES + name, value));
            add(settings, client);
        }
    }

    /** Keys and reports stand there whoever's the servers are. */
    private void ownDirectory() {
        try {
            PrivateFiles.own(directory.path());
        } catch (IOException e) {
            throw new StartupRefused(
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
            Reconcile.ensureSchema(source);
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
    void whenTheDatabaseDies(Runnable told) {
        if (postgres != null) {
            postgres.whenItDies(told);
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
