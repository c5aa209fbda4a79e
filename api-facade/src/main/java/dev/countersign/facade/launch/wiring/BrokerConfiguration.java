package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.console.now.DecisionWatch;
import dev.countersign.facade.console.now.FeedLag;
import dev.countersign.facade.launch.health.ConsumerLagGauge;
import dev.countersign.facade.launch.health.DecisionTail;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.Reconcile;
import java.time.InstantSource;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Beans that see on the broker what the whole system does, in a process that decides as in one that
 * does not.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(Topics.class)
public class BrokerConfiguration {

    @Bean
    Admin brokerAdmin(KafkaProperties kafka) {
        return Admin.create(kafka.buildAdminProperties());
    }

    @Bean
    FeedLag feedLag(
            Topics topics, Admin admin, Reconcile book, ObjectProvider<FeedService> stream) {
        return new ConsumerLagGauge(
                topics.feed(), admin, book.feedRecord(), stream.getIfAvailable());
    }

    @Bean
    DecisionWatch decisionWatch(Topics topics, KafkaProperties kafka, InstantSource clock) {
        return new DecisionTail(topics.decisions(), kafka.buildConsumerProperties(), clock);
    }
}
