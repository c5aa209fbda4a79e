package dev.countersign.facade.launch.audit;

import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import dev.countersign.reconcile.service.audit.CheckpointDestination;
import dev.countersign.reconcile.service.audit.DestinationUnavailableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Checkpoints on a topic that is kept without limit. They are due seldom, so that it has no
 * connection in between.
 */
final class CheckpointTopic implements CheckpointDestination {

    private static final int PATIENCE_MS = 10_000;
    private static final Duration POLL = Duration.ofMillis(500);

    private final Map<String, Object> client;
    private final TopicPartition partition;

    /**
     * A topic.
     *
     * @param name in which the checkpoints are
     * @param client how a client reaches the broker
     */
    CheckpointTopic(String name, Map<String, Object> client) {
        this.client = Map.copyOf(client);
        this.partition = new TopicPartition(name, 0);
    }

    @Override
    public String name() {
        return "the topic " + partition.topic();
    }

    @Override
    public Optional<String> id() {
        return Optional.of(name());
    }

    @Override
    public String kind() {
        return "the topic ";
    }

    @Override
    public void append(List<AuditCheckpoint> checkpoints) {
        Map<String, Object> config = new HashMap<>(client);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MS);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MS / 2);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, PATIENCE_MS);
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (AuditCheckpoint checkpoint : checkpoints) {
                sent.add(producer.send(record(checkpoint)));
            }
            for (Future<RecordMetadata> each : sent) {
                var unused = each.get();
            }
        } catch (KafkaException | ExecutionException e) {
            throw unavailable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(e);
        }
    }

    private ProducerRecord<byte[], byte[]> record(AuditCheckpoint checkpoint) {
        return new ProducerRecord<>(
                partition.topic(),
                partition.partition(),
                null,
                CheckpointJson.write(checkpoint).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public List<AuditCheckpoint> read() {
        Map<String, Object> config = new HashMap<>(client);
        config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MS);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.remove(ConsumerConfig.GROUP_ID_CONFIG);
        List<TopicPartition> all = List.of(partition);
        List<AuditCheckpoint> found = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            if (!consumer.listTopics().containsKey(partition.topic())) {
                return List.of();
            }
            consumer.assign(all);
            consumer.seekToBeginning(all);
            long end = consumer.endOffsets(all).getOrDefault(partition, 0L);
            long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
            while (consumer.position(partition) < end) {
                consumer.poll(POLL)
                        .forEach(
                                record ->
                                        CheckpointJson.read(
                                                        new String(
                                                                record.value(),
                                                                StandardCharsets.UTF_8))
                                                .ifPresent(found::add));
                if (System.nanoTime() > deadline) {
                    throw unavailable(new IllegalStateException("reading takes too long"));
                }
            }
            return found;
        } catch (KafkaException e) {
            throw unavailable(e);
        }
    }

    private DestinationUnavailableException unavailable(Exception cause) {
        return new DestinationUnavailableException(
                "The checkpoints of the audit trail on the topic %s cannot be reached: %s"
                        .formatted(partition.topic(), cause.getMessage()),
                cause);
    }
}
