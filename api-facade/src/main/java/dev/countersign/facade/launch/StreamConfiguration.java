package dev.countersign.facade.launch;

import dev.countersign.facade.console.now.FeedLag;
import dev.countersign.facade.console.page.Declined;
import dev.countersign.facade.console.quarantine.FeedReplay;
import dev.countersign.facade.launch.telemetry.TraceProperties;
import dev.countersign.ingest.IngestConfiguration;
import dev.countersign.ingest.feed.FeedDatabase;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.ingest.feed.FeedTraces;
import dev.countersign.ingest.feed.IngestProperties;
import dev.countersign.ingest.quarantine.Replay;
import dev.countersign.ingest.quarantine.ReplayRefused;
import dev.countersign.reconcile.service.Database;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.InstantSource;
import java.util.Set;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The stream in this process, and how it tells that it is ready. */
@Configuration(proxyBeanMethods = false)
@Import(IngestConfiguration.class)
class StreamConfiguration {

    @Bean
    Admin brokerAdmin(KafkaProperties kafka) {
        return Admin.create(kafka.buildAdminProperties());
    }

    @Bean
    StreamConnections streamConnections(
            DataSource product, IngestProperties properties, MeterRegistry registry) {
        return StreamConnections.beside(product, properties.ownersHere(), registry);
    }

    @Bean
    FeedDatabase feedDatabase(StreamConnections connections) {
        return connections.database();
    }

    @Bean
    FeedTraces feedTraces(
            TraceProperties properties, OpenTelemetry telemetry, InstantSource clock) {
        return properties.endpoint() == null ? FeedTraces.OFF : FeedTraces.to(telemetry, clock);
    }

    @Bean
    FeedLag feedLag(Admin admin, Database database, FeedService feed) {
        return new FeedBehind(admin, database, feed);
    }

    /** Sends messages again for the console, and tells it what keeps one from being read. */
    @Bean
    FeedReplay feedReplay(Replay replay) {
        return message -> {
            try {
                replay.send(message);
            } catch (ReplayRefused e) {
                throw new Declined(String.valueOf(e.getMessage()));
            }
        };
    }

    @Bean
    HealthIndicator brokerHealthIndicator(Admin admin) {
        return new BrokerHealth(admin);
    }

    /** Ready when partitions are assigned and it is known where they stand. */
    @Bean
    HealthIndicator feedHealthIndicator(FeedService feed) {
        return () -> {
            Set<Integer> owned = feed.owned();
            Health.Builder health = owned.isEmpty() ? Health.outOfService() : Health.up();
            return health.withDetail("partitions", owned).build();
        };
    }
}
