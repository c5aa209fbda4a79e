package dev.countersign.facade.launch;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.reconcile.embedded.EmbeddedPostgres;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
    private static final String KAFKA = "spring.kafka.bootstrap-servers";

    private final DataDirectory directory;
    private @Nullable EmbeddedPostgres postgres;
    private @Nullable EmbeddedKafka kafka;

    EmbeddedServers(DataDirectory directory) {
        this.directory = directory;
    }

    /** Completes the settings, starting a server for each one that is absent. */
    void complete(ConfigurableEnvironment settings) {
        if (isAbsent(settings, DATABASE_URL)) {
            postgres =
                    EmbeddedPostgres.start(
                            directory.postgres(),
                            port(settings, "countersign.embedded.postgres-port", 15432));
            add(settings, DATABASE_URL, postgres.url());
        } else {
            var unused =
                    DatabaseOption.dataSource(settings.getProperty(DATABASE_URL, ""), DATABASE_URL);
        }
        if (isAbsent(settings, KAFKA)) {
            kafka =
                    EmbeddedKafka.start(
                            directory.kafka(),
                            port(settings, "countersign.embedded.kafka-port", 19092));
            add(settings, KAFKA, kafka.bootstrapServers());
        }
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
    private static void add(ConfigurableEnvironment settings, String name, String value) {
        settings.getPropertySources()
                .addFirst(new MapPropertySource("embedded " + name, Map.of(name, value)));
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
