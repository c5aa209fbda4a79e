package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.launch.health.BrokerHealth;
import dev.countersign.ingest.feed.FeedService;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Beans that tell whether a process with a stream is ready: not without its broker, which one that
 * only looks at it can do without.
 */
@Configuration(proxyBeanMethods = false)
@Import(BrokerConfiguration.class)
public class FeedHealthConfiguration {

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
