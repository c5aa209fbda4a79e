package dev.countersign.ingest;

import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.ingest.event.EventRelay;
import dev.countersign.ingest.feed.FeedDatabase;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.ingest.feed.FeedTraces;
import dev.countersign.ingest.feed.IngestProperties;
import dev.countersign.ingest.feed.ParkedIncrements;
import dev.countersign.ingest.feed.TopicSetup;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.quarantine.DeadLetters;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.feed.EventPublisher;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.service.operations.QuarantineQueue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.support.ProducerListener;

/** Wires the stream: topics, the producer, and the owners of the feed. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({IngestProperties.class, Topics.class})
public class IngestConfiguration {

    /** A broker that went first is not waited for. */
    private static final int CLOSING_SECONDS_MAX = 3;

    /**
     * Answers of one batch travel together: who sends them says when the last one is handed over.
     */
    private static final int LINGER_MS = 5;

    private static final int BATCH_BYTES = 256 << 10;

    @Bean
    TopicSetup topicSetup(
            Topics topics,
            IngestProperties properties,
            KafkaProperties kafka,
            ObjectProvider<Outages> outages) {
        return new TopicSetup(
                kafka.buildAdminProperties(),
                topics,
                properties,
                outages.getIfAvailable(() -> Outages.UNREPORTED));
    }

    /** Sends to all topics: nothing is lost, nothing is reordered, what cannot be sent waits. */
    @Bean
    KafkaTemplate<byte[], byte[]> feedTemplate(KafkaProperties kafka) {
        Map<String, Object> config = new HashMap<>(kafka.buildProducerProperties());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        config.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        DefaultKafkaProducerFactory<byte[], byte[]> producers =
                new DefaultKafkaProducerFactory<>(
                        config, new ByteArraySerializer(), new ByteArraySerializer());
        producers.setPhysicalCloseTimeout(CLOSING_SECONDS_MAX);
        KafkaTemplate<byte[], byte[]> template = new KafkaTemplate<>(producers);
        template.setProducerListener(new SilentProducerListener());
        return template;
    }

    /**
     * A listener that logs nothing. The sender learns of each failure, so a failure needs no line
     * of its own in the log.
     */
    private static final class SilentProducerListener implements ProducerListener<byte[], byte[]> {}

    @Bean
    FeedCodec feedCodec(
            IngestProperties properties, ReferenceMask references, InstantSource clock) {
        return properties.codec(references, clock);
    }

    @Bean
    FeedStores feedStores(FeedCodec codec) {
        return FeedStores.with(codec);
    }

    @Bean
    FeedService feedService(
            Topics topics,
            IngestProperties properties,
            FeedCodec codec,
            KafkaProperties kafka,
            KafkaTemplate<byte[], byte[]> template,
            FeedDatabase database,
            FeedStores stores,
            InstantSource clock,
            MeterRegistry registry,
            ObjectProvider<FeedTraces> traces,
            ObjectProvider<Outages> outages) {
        return new FeedService(
                topics,
                properties,
                codec,
                kafka.buildConsumerProperties(),
                template,
                database.database(),
                stores,
                clock,
                registry,
                traces.getIfAvailable(() -> FeedTraces.OFF),
                outages.getIfAvailable(() -> Outages.UNREPORTED));
    }

    @Bean
    PeriodicTask parkedIncrements(
            Database database,
            FeedStores stores,
            KafkaTemplate<byte[], byte[]> kafka,
            InstantSource clock,
            Topics topics,
            ObjectProvider<Outages> outages) {
        ParkedIncrements parked =
                new ParkedIncrements(database, stores.early(), kafka, clock, topics);
        return new PeriodicTask(
                "parked-increments",
                Duration.ofSeconds(30),
                parked::sendAgain,
                outages.getIfAvailable(() -> Outages.UNREPORTED));
    }

    @Bean
    EventRelay eventRelay(
            Database database,
            Topics topics,
            KafkaProperties kafka,
            KafkaTemplate<byte[], byte[]> template,
            FeedService feed,
            MeterRegistry registry) {
        EventRelay relay =
                new EventRelay(
                        new EventPublisher(database),
                        topics.events(),
                        template,
                        kafka.buildConsumerProperties(),
                        feed::decided);
        TimeGauge.builder(
                        "countersign.events.late",
                        relay,
                        TimeUnit.MILLISECONDS,
                        each -> each.lateness().toMillis())
                .description("Time that the oldest change waits that was not published as an event")
                .register(registry);
        return relay;
    }

    @Bean
    PeriodicTask eventPublishing(EventRelay relay, ObjectProvider<Outages> outages) {
        return new PeriodicTask(
                "event-relay",
                Duration.ofMillis(100),
                relay::relay,
                outages.getIfAvailable(() -> Outages.UNREPORTED));
    }

    /** Listens to the dead letter topic for those who look into it. */
    @Bean
    KafkaMessageListenerContainer<byte[], byte[]> deadLetters(
            KafkaProperties kafka,
            Topics topics,
            IngestProperties properties,
            Database database,
            InstantSource clock,
            ObjectProvider<Outages> outages) {
        return new DeadLetters(
                        new QuarantineQueue(database, database, clock),
                        topics,
                        outages.getIfAvailable(() -> Outages.UNREPORTED))
                .listening(kafka.buildConsumerProperties(), properties.sessionTimeout());
    }
}
