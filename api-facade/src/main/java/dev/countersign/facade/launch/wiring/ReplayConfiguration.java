package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.quarantine.FeedReplay;
import dev.countersign.ingest.feed.IngestProperties;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.quarantine.Replay;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.feed.FeedRecord;
import java.time.InstantSource;
import org.apache.kafka.clients.producer.Producer;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Beans that send quarantined messages again for the console, in a process that reads the feed as
 * in one that does not.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({IngestProperties.class, Topics.class})
public class ReplayConfiguration {

    @Bean
    Replay replay(
            Topics topics,
            IngestProperties properties,
            KafkaProperties kafka,
            Producer<byte[], byte[]> producer,
            ReferenceMask references,
            FeedRecord record,
            InstantSource clock) {
        return new Replay(
                topics.feed(),
                kafka.buildConsumerProperties(),
                producer,
                properties.codec(references, clock),
                message -> record.offsetInTopic(topics.feed(), message));
    }

    /** Tells the console what keeps a message from being read. */
    @Bean
    FeedReplay feedReplay(Replay replay) {
        return message -> {
            try {
                replay.send(message);
            } catch (ActionRefusedException e) {
                throw new InvalidInputException(String.valueOf(e.getMessage()));
            }
        };
    }
}
