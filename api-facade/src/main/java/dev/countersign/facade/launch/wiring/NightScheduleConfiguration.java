package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.launch.night.remote.PartitionListener;
import dev.countersign.facade.launch.night.remote.PartitionTopic;
import dev.countersign.facade.launch.night.settings.NightProperties;
import dev.countersign.ingest.feed.IngestProperties;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.remote.RemoteWorkers;
import dev.countersign.reconcile.service.Outages;
import java.time.InstantSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Nights by the clock, in a process that has this role, and work on those of other processes. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({NightProperties.class, IngestProperties.class, Topics.class})
public class NightScheduleConfiguration {

    @Bean
    NightSchedule nightSchedule(
            Nights nights, InstantSource clock, NightProperties properties, Outages outages) {
        return new NightSchedule(nights, clock, properties, outages);
    }

    /** The condition that nights are shared out; a wrong setting is told of where it is read. */
    static final class SharedNights implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !"0"
                    .equals(
                            context.getEnvironment()
                                    .getProperty("countersign.night.remote-workers", "0")
                                    .strip());
        }
    }

    /** The way to workers and of one of them; without it, nothing here needs a broker. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(SharedNights.class)
    static class RemoteConfiguration {

        @Bean
        PartitionTopic partitionTopic(
                NightProperties night,
                Topics topics,
                IngestProperties replication,
                KafkaProperties kafka) {
            return new PartitionTopic(
                    topics.nightPartitions(),
                    night.remoteWorkers() * night.workers(),
                    replication.replicas(),
                    kafka.buildProducerProperties(),
                    kafka.buildAdminProperties());
        }

        @Bean
        RemoteWorkers remoteWorkers(NightProperties night, PartitionTopic topic) {
            return new RemoteWorkers(night.remoteWorkers(), topic);
        }

        @Bean
        PartitionListener partitionListener(
                NightProperties night,
                PartitionTopic topic,
                Topics topics,
                Nights nights,
                IngestProperties consumers,
                KafkaProperties kafka,
                Outages outages) {
            return new PartitionListener(
                    topic,
                    topics.nightGroup(),
                    nights::worker,
                    night.workers(),
                    consumers.sessionTimeout(),
                    kafka.buildConsumerProperties(),
                    outages);
        }
    }
}
