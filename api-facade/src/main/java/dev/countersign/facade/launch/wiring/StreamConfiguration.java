package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.launch.health.BrokerHealth;
import dev.countersign.facade.launch.telemetry.TraceProperties;
import dev.countersign.ingest.IngestConfiguration;
import dev.countersign.ingest.feed.FeedDatabase;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.ingest.feed.FeedTraces;
import dev.countersign.ingest.feed.IngestProperties;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The stream in this process, which is not ready without its broker; a process that only looks at
 * the broker can do without.
 */
@Configuration(proxyBeanMethods = false)
@Import({IngestConfiguration.class, BrokerConfiguration.class})
public class StreamConfiguration {

    @Bean
    StreamConnections streamConnections(
            DataSource product,
            DatabaseProperties limits,
            IngestProperties properties,
            MeterRegistry registry) {
        return StreamConnections.open(
                product, limits.ofStream(), properties.ownersHere(), registry);
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
    HealthIndicator brokerHealthIndicator(Admin admin) {
        return new BrokerHealth(admin);
    }

    /** Down when an owner of partitions has ended by itself. */
    @Bean
    HealthIndicator ownersHealthIndicator(FeedService feed) {
        return () -> (feed.hasAllOwners() ? Health.up() : Health.down()).build();
    }

    /**
     * Ready when it is known where the assigned partitions stand. A process that has none now, as
     * others have them all, would take them over at once, and is ready too.
     */
    @Bean
    HealthIndicator feedHealthIndicator(FeedService feed) {
        return () -> {
            Health.Builder health = feed.isReady() ? Health.up() : Health.outOfService();
            return health.withDetail("partitions", feed.owned()).build();
        };
    }
}
