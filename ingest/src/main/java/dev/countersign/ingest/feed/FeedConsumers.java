package dev.countersign.ingest.feed;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The members of the group that shares the partitions of the feed. */
final class FeedConsumers {

    private static final int SILENT_MS_MAX = 15_000;
    private static final int RECORDING_MS_MAX = 900_000;
    private static final int FETCH_WAIT_MS_MAX = 50;
    private static final int ASKING_MS_MAX = 5_000;

    /**
     * Maximum size of one answer of a broker, for one partition as for all: three batches of 2,000
     * ordinary messages.
     */
    private static final int FETCHED_BYTES_MAX = 4 << 20;

    private final IngestProperties properties;
    private final Map<String, Object> kafkaConfig;

    FeedConsumers(IngestProperties properties, Map<String, Object> kafkaConfig) {
        this.properties = properties;
        this.kafkaConfig = Map.copyOf(kafkaConfig);
    }

    /**
     * A static member in the classic protocol: a process that was killed gets its partitions back
     * at once when it returns under its name.
     */
    Consumer<byte[], byte[]> named(int number) {
        Map<String, Object> config = config();
        config.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, properties.instanceId() + "-" + number);
        return consumer(config);
    }

    /** A member for a process whose name another one took. */
    Consumer<byte[], byte[]> unnamed() {
        return consumer(config());
    }

    private Map<String, Object> config() {
        Map<String, Object> config = new HashMap<>(kafkaConfig);
        config.put(ConsumerConfig.GROUP_ID_CONFIG, FeedService.GROUP);
        config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, properties.batchSizeMax());
        config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SILENT_MS_MAX);
        config.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, RECORDING_MS_MAX);
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS_MAX);
        config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCHED_BYTES_MAX);
        config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCHED_BYTES_MAX);
        config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ASKING_MS_MAX);
        return config;
    }

    private static Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
        return new KafkaConsumer<>(
                config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
