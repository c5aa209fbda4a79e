package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.console.now.FeedLag;
import dev.countersign.facade.launch.health.BrokerHealth;
import dev.countersign.facade.launch.health.ConsumerLagGauge;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.Reconcile;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Beans that let the interface of a process with a stream report on the stream, and tell whether
 * both are ready.
 */
@Configuration(proxyBeanMethods = false)
public class FeedHealthConfiguration {

    @Bean
    Admin brokerAdmin(KafkaProperties kafka) {
        return Admin.create(kafka.buildAdminProperties());
    }

    @Bean
    FeedLag feedLag(Topics topics, Admin admin, Reconcile book, FeedService feed) {
        return new ConsumerLagGauge(topics.feed(), admin, book.feedRecord(), feed);
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
