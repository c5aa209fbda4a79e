package dev.countersign.ingest.quarantine;

import dev.countersign.ingest.codec.DecodedMessage;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.quarantine.QuarantinedMessage;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Sends a message again as it first came. Dead letters are redacted, so it is read once more from
 * where it stands in the feed; it is sent only when it can be read now, so that none goes round.
 */
public final class Replay {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(200);

    private final String feed;
    private final Map<String, Object> kafkaConfig;
    private final Producer<byte[], byte[]> producer;
    private final FeedCodec codec;
    private final ToLongFunction<FeedOffset> offsetInTopic;

    /**
     * Prepares it.
     *
     * @param feed name of its topic
     * @param kafkaConfig how consumers reach the broker
     * @param offsetInTopic tells where a message of the book lies in the topic
     */
    public Replay(
            String feed,
            Map<String, Object> kafkaConfig,
            Producer<byte[], byte[]> producer,
            FeedCodec codec,
            ToLongFunction<FeedOffset> offsetInTopic) {
        this.feed = feed;
        this.kafkaConfig = Map.copyOf(kafkaConfig);
        this.producer = producer;
        this.codec = codec;
        this.offsetInTopic = offsetInTopic;
    }

    /**
     * Sends a message again, on the partition that it came on, and returns when the broker has it.
     *
     * @throws ActionRefusedException when it is not in the feed any more, or still cannot be read
     */
    public void send(QuarantinedMessage message) {
        ConsumerRecord<byte[], byte[]> original =
                original(message)
                        .orElseThrow(
                                () ->
                                        new ActionRefusedException(
                                                "The feed does not hold it any more: its sender has"
                                                        + " to send it again."));
        if (codec.decode(
                        original.key(),
                        original.value(),
                        message.offset(),
                        Instant.ofEpochMilli(original.timestamp()))
                instanceof DecodedMessage.MalformedMessage malformed) {
            throw new ActionRefusedException(
                    "It still cannot be read: " + malformed.detail() + ".");
        }
        send(new ProducerRecord<>(feed, original.partition(), original.key(), original.value()));
    }

    private void send(ProducerRecord<byte[], byte[]> message) {
        try {
            var unused = producer.send(message).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the broker did not take it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private Optional<ConsumerRecord<byte[], byte[]>> original(QuarantinedMessage message) {
        Map<String, Object> config = new HashMap<>(kafkaConfig);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
        config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
        TopicPartition partition = new TopicPartition(feed, message.offset().partition());
        long offset = offsetInTopic.applyAsLong(message.offset());
        try (var consumer =
                new KafkaConsumer<>(
                        config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            Set<TopicPartition> one = Set.of(partition);
            consumer.assign(one);
            long begin = consumer.beginningOffsets(one).getOrDefault(partition, 0L);
            long end = consumer.endOffsets(one).getOrDefault(partition, 0L);
            if (offset < begin || offset >= end) {
                return Optional.empty();
            }
            consumer.seek(partition, offset);
            return take(consumer)
                    .filter(record -> record.offset() == offset)
                    .filter(record -> record.timestamp() == message.receivedAt().toEpochMilli());
        }
    }

    private static Optional<ConsumerRecord<byte[], byte[]>> take(
            KafkaConsumer<byte[], byte[]> consumer) {
        for (long waited = 0; waited < PATIENCE.toMillis(); waited += POLL.toMillis()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                return Optional.of(record);
            }
        }
        return Optional.empty();
    }
}
