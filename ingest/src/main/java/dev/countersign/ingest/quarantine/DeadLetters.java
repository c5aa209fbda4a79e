package dev.countersign.ingest.quarantine;

import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.quarantine.QuarantinedMessage;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.RepeatedFailure;
import dev.countersign.reconcile.service.operations.QuarantineQueue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.util.backoff.FixedBackOff;

/**
 * Takes the messages of the dead letter topic into the database, where people find them. While the
 * database is away they wait in the topic; one that comes twice is kept once.
 */
public final class DeadLetters implements BatchMessageListener<byte[], byte[]> {

    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);
    private static final int TOPIC_LOOKED_FOR_EVERY_MS = 10_000;
    private static final int RECORDS_PER_LOOK_MAX = 500;

    /**
     * Closing waits for requests under way, no longer than one may take: after a kill the group may
     * still wait for the consumer that was killed, and so would the end of the application.
     */
    private static final int REQUEST_MS_MAX = 3_000;

    /** One that is late does not make it leave. */
    private static final int HEARTBEATS = 3;

    /** A flood of them is not logged one by one. */
    private static final int LINES_MAX = 20;

    private static final long AGAIN_AFTER_MS = 2_000;

    private final QuarantineQueue queue;
    private final Topics topics;
    private final RepeatedFailure trouble;

    public DeadLetters(QuarantineQueue queue, Topics topics, Outages outages) {
        this.queue = queue;
        this.topics = topics;
        trouble = new RepeatedFailure(outages);
    }

    /**
     * Creates the container that listens to the topic for it, from the start of the application to
     * its end.
     *
     * @param session time after which those of a process that was killed go to another, as those of
     *     the feed do
     */
    public KafkaMessageListenerContainer<byte[], byte[]> listening(
            Map<String, Object> kafkaConfig, Duration session) {
        Map<String, Object> config = new HashMap<>(kafkaConfig);
        config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, TOPIC_LOOKED_FOR_EVERY_MS);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_PER_LOOK_MAX);
        config.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MS_MAX);
        int sessionMs = Math.toIntExact(session.toMillis());
        config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, sessionMs);
        config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, sessionMs / HEARTBEATS);
        ContainerProperties properties = new ContainerProperties(topics.deadLetters());
        properties.setGroupId(topics.quarantineGroup());
        properties.setMessageListener(this);
        properties.setAuthExceptionRetryInterval(Duration.ofMillis(AGAIN_AFTER_MS));
        KafkaMessageListenerContainer<byte[], byte[]> container =
                new KafkaMessageListenerContainer<>(
                        new DefaultKafkaConsumerFactory<>(
                                config, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                        properties);
        container.setBeanName("dead-letters");
        DefaultErrorHandler again =
                new DefaultErrorHandler(
                        new FixedBackOff(AGAIN_AFTER_MS, FixedBackOff.UNLIMITED_ATTEMPTS));
        again.setLogLevel(KafkaException.Level.DEBUG); // it is said here
        container.setCommonErrorHandler(again);
        return container;
    }

    @Override
    public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
        List<QuarantinedMessage> messages =
                records.stream().map(DeadLetters::read).filter(Objects::nonNull).toList();
        try {
            queue.keep(messages);
        } catch (RuntimeException e) {
            if (trouble.begins(e)) {
                log.warn("dead letters wait in their topic: {}", e.toString());
            }
            throw e;
        }
        if (trouble.ends()) {
            log.info("dead letters are kept again");
        }
        messages.stream().limit(LINES_MAX).forEach(this::log);
        log.info("dead letters kept: messages={}", messages.size());
    }

    /** A line for a message says in its context which one it is about. */
    private void log(QuarantinedMessage message) {
        FeedOffset offset = message.offset();
        String reference = "%s-%s@%s".formatted(topics.feed(), offset.partition(), offset.offset());
        MDC.put("message_ref", reference);
        log.info("a message could not be read: reason={}", message.reason());
        MDC.remove("message_ref");
    }

    /** Reads what a dead letter tells; null for one that is not of our making. */
    private static @Nullable QuarantinedMessage read(ConsumerRecord<byte[], byte[]> letter) {
        String partition = header(letter, "partition");
        String offset = header(letter, "offset");
        String reason = header(letter, "reason");
        String detail = header(letter, "detail");
        if (partition == null
                || !partition.matches("[0-9]{1,9}")
                || offset == null
                || !offset.matches("[0-9]{1,18}")
                || reason == null
                || letter.value() == null) {
            log.warn(
                    "a dead letter that does not say what it is about: partition={} offset={}",
                    letter.partition(),
                    letter.offset());
            return null;
        }
        return new QuarantinedMessage(
                new FeedOffset(Integer.parseInt(partition), Long.parseLong(offset)),
                Instant.ofEpochMilli(letter.timestamp()),
                reason,
                detail == null ? "" : detail,
                letter.key() == null ? null : new String(letter.key(), StandardCharsets.UTF_8),
                new String(letter.value(), StandardCharsets.UTF_8));
    }

    private static @Nullable String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        Header header = letter.headers().lastHeader(name);
        return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
