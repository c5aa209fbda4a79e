package dev.countersign.facade.launch;

import dev.countersign.ingest.IngestConfiguration;
import dev.countersign.ingest.feed.FeedService;
import java.util.Set;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The stream in this process, and how it tells that it is ready. */
@Configuration(proxyBeanMethods = false)
@Import(IngestConfiguration.class)
class StreamConfiguration {

    /**
     * Ready when partitions are assigned and it is known where they stand: broker and database
     * answer.
     */
    @Bean
    HealthIndicator feedHealthIndicator(FeedService feed) {
        return () -> {
            Set<Integer> owned = feed.owned();
            Health.Builder health = owned.isEmpty() ? Health.outOfService() : Health.up();
            return health.withDetail("partitions", owned).build();
        };
    }
}
