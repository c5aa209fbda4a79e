package dev.countersign.facade.launch.night.remote;

import dev.countersign.jobs.remote.PartitionNotSentException;
import dev.countersign.jobs.remote.PartitionRequest;
import dev.countersign.jobs.remote.PartitionSender;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.KafkaAdmin;

/**
 * The topic of requests to work on a partition of a night. The requests of a step are spread evenly
 * over its partitions, each of which one worker reads.
 */
public final class PartitionTopic implements PartitionSender, AutoCloseable {

    /** Fewest replicas with which one may be missing and two have what is written. */
    private static final short REPLICAS_TO_LOSE_ONE = 3;

    /** A request is of use while its night runs. */
    private static final Duration KEPT = Duration.ofDays(1);

    private static final int BROKER_MS_MAX = 10_000;
    private static final int SENDING_MS_MAX = 30_000;

    private final Map<String, Object> producerConfig;
    private final Map<String, Object> adminConfig;
    private final NewTopic wanted;
    private @Nullable KafkaProducer<byte[], byte[]> producer;

    /**
     * A topic for workers.
     *
     * @param name name of it
     * @param threads number of requests that are worked on at the same time, on all processes
     * @param producerConfig how a producer reaches the broker
     * @param adminConfig how topics are made there
     */
    public PartitionTopic(
            String name,
            int threads,
            short replicas,
            Map<String, Object> producerConfig,
            Map<String, Object> adminConfig) {
        this.producerConfig = Map.copyOf(producerConfig);
        this.adminConfig = Map.copyOf(adminConfig);
        Map<String, String> config = new HashMap<>();
        config.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        config.put(TopicConfig.RETENTION_MS_CONFIG, String.valueOf(KEPT.toMillis()));
        if (replicas >= REPLICAS_TO_LOSE_ONE) {
            config.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
        }
        this.wanted = new NewTopic(name, threads, replicas).configs(config);
    }

    /** Returns the name of the topic. */
    String name() {
        return wanted.name();
    }

    /**
     * Creates it where it is missing, and gives it partitions for more workers where they are new.
     *
     * @throws KafkaException when the broker does not do so
     */
    void create() {
        new KafkaAdmin(adminConfig).createOrModifyTopics(wanted);
    }

    @Override
    public void send(PartitionRequest request) {
        try {
            KafkaProducer<byte[], byte[]> to = producer();
            int partition = (int) (request.stepExecution() % to.partitionsFor(name()).size());
            var unused =
                    to.send(new ProducerRecord<>(name(), partition, null, request.json())).get();
        } catch (KafkaException | ExecutionException e) {
            throw new PartitionNotSentException(
                    "the topic %s took no request: %s".formatted(name(), e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PartitionNotSentException("sending was interrupted", e);
        }
    }

    private synchronized KafkaProducer<byte[], byte[]> producer() {
        KafkaProducer<byte[], byte[]> opened = producer;
        if (opened == null) {
            Map<String, Object> config = new HashMap<>(producerConfig);
            config.put(ProducerConfig.ACKS_CONFIG, "all");
            config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
            config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
            config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BROKER_MS_MAX);
            config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, BROKER_MS_MAX);
            config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, SENDING_MS_MAX);
            opened =
                    new KafkaProducer<>(
                            config, new ByteArraySerializer(), new ByteArraySerializer());
            producer = opened;
        }
        return opened;
    }

    @Override
    public synchronized void close() {
        if (producer != null) {
            producer.close(Duration.ZERO);
            producer = null;
        }
    }
}
