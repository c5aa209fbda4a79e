package dev.countersign.facade.simulate;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Sends messages to the feed; closing it returns when the broker has all of them. */
final class FeedSender implements AutoCloseable {

    private static final int LINGER_MS = 20;
    private static final int BATCH_BYTES = 256 << 10;

    /** Bytes that wait for the broker at most: some thousand messages to each partition. */
    private static final long BUFFER_BYTES = 64L << 20;

    /** A broker that does not answer or take anything for so long is away. */
    private static final int BROKER_WAIT_MAX_MS = 15_000;

    private final String feed;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<Integer, Long> last = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    /**
     * Connects.
     *
     * @param feed name of its topic
     * @param client what a client of the broker needs
     */
    FeedSender(String feed, Map<String, Object> client) {
        this.feed = feed;
        Map<String, Object> settings = new HashMap<>(client);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BROKER_WAIT_MAX_MS);
        producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Hands a message over to be sent.
     *
     * @throws IllegalStateException as soon as one before did not reach the feed
     */
    void send(@Nullable String key, String message) {
        requireSent();
        byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        var unused =
                producer.send(
                        new ProducerRecord<>(
                                feed, keyBytes, message.getBytes(StandardCharsets.UTF_8)),
                        (metadata, problem) -> {
                            if (problem == null) {
                                last.put(metadata.partition(), metadata.offset());
                            } else {
                                failure.compareAndSet(null, problem);
                            }
                        });
    }

    /** Returns when the broker has all that was sent; answers the last offset of each partition. */
    Map<Integer, Long> flush() {
        producer.flush();
        requireSent();
        return Map.copyOf(last);
    }

    @Override
    public void close() {
        producer.close();
        requireSent();
    }

    private void requireSent() {
        Exception problem = failure.get();
        if (problem != null) {
            throw new IllegalStateException("not all messages reached the feed", problem);
        }
    }
}
