package dev.countersign.ingest.feed.group;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The members of the group that shares the partitions of the feed. */
public final class FeedConsumers {

    /** A member learns of another that left by its next heartbeat. */
    private static final int HEARTBEAT_MS = 200;

    private static final int RECORDING_MS_MAX = 900_000;
    private static final int FETCH_WAIT_MS_MAX = 50;
    private static final int ASKING_MS_MAX = 5_000;

    /**
     * Maximum size of one answer of a broker, for one partition as for all: three batches of 2,000
     * ordinary messages.
     */
    private static final int FETCHED_BYTES_MAX = 4 << 20;

    private final String group;
    private final String instanceId;
    private final Duration session;
    private final int recordsMax;
    private final Map<String, Object> kafkaConfig;

    /**
     * Makes members for the owners of a process.
     *
     * @param group name of the group
     * @param instanceId the name of the process in the group
     * @param session time after which the partitions of a member go to others that says nothing
     * @param recordsMax number of messages that it takes at a time, at most
     * @param kafkaConfig how to reach the broker
     */
    public FeedConsumers(
            String group,
            String instanceId,
            Duration session,
            int recordsMax,
            Map<String, Object> kafkaConfig) {
        this.group = group;
        this.instanceId = instanceId;
        this.session = session;
        this.recordsMax = recordsMax;
        this.kafkaConfig = Map.copyOf(kafkaConfig);
    }

    /**
     * A static member in the classic protocol: a process that was killed gets its partitions back
     * at once when it returns under its name.
     */
    public Consumer<byte[], byte[]> named(int number) {
        Map<String, Object> config = config();
        config.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instanceId + "-" + number);
        return consumer(config);
    }

    /** A member for a process whose name another one took. */
    public Consumer<byte[], byte[]> unnamed() {
        return consumer(config());
    }

    /** A consumer that is told what to read. */
    public Consumer<byte[], byte[]> unattached() {
        return consumer(kafkaConfig);
    }

    private Map<String, Object> config() {
        Map<String, Object> config = new HashMap<>(kafkaConfig);
        config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, recordsMax);
        // What stays with its owner goes on being decided while another joins or leaves.
        config.put(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                CooperativeStickyAssignor.class.getName());
        config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, Math.toIntExact(session.toMillis()));
        config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MS);
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
