package dev.countersign.facade.launch.backup;

import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.service.operations.BackupVerification.BackupFinding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Compares the positions of a restored database with the topics of the broker. What was decided
 * after the backup must still lie in the feed, and the answers to it in the topic of decisions.
 */
final class BrokerComparison {

    private static final int PATIENCE_MS = 10_000;
    private static final Duration POLL = Duration.ofMillis(500);

    /** Maximum time between a message and its answer, by the clocks of those who wrote them. */
    private static final Duration APART_MAX = Duration.ofMinutes(15);

    private final Topics topics;
    private final Map<String, Object> client;

    /**
     * Compares with a broker.
     *
     * @param client how a client reaches it
     */
    BrokerComparison(Topics topics, Map<String, Object> client) {
        this.topics = topics;
        this.client = new HashMap<>(client);
        this.client.put(ConsumerConfig.GROUP_ID_CONFIG, topics.decisionGroup());
        this.client.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        this.client.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        this.client.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        this.client.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MS);
        this.client.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MS);
    }

    /**
     * Looks at the topics; a broker that does not answer is a finding, too.
     *
     * @param positions the next offset to decide of each partition of the feed
     * @param eventEnds where each partition of the events ended
     */
    List<BackupFinding> compare(Map<Integer, Long> positions, List<Long> eventEnds) {
        try (var consumer =
                new KafkaConsumer<>(
                        client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return List.of(feed(consumer, positions), events(consumer, eventEnds));
        } catch (KafkaException e) {
            return List.of(
                    new BackupFinding(
                            "broker", false, "The broker does not answer: " + e.getMessage()));
        }
    }

    private BackupFinding feed(
            KafkaConsumer<byte[], byte[]> consumer, Map<Integer, Long> positions) {
        Map<TopicPartition, Long> beginnings = beginnings(consumer, topics.feed());
        Map<TopicPartition, Long> ends = consumer.endOffsets(beginnings.keySet());
        Map<TopicPartition, OffsetAndMetadata> answered = consumer.committed(beginnings.keySet());
        List<String> problems = new ArrayList<>();
        long again = 0;
        long waiting = 0;
        long asked = Long.MAX_VALUE;
        for (Map.Entry<Integer, Long> position : positions.entrySet()) {
            TopicPartition partition = new TopicPartition(topics.feed(), position.getKey());
            long next = position.getValue();
            Long end = ends.get(partition);
            long beginning = beginnings.getOrDefault(partition, 0L);
            if (end == null) {
                problems.add("There is no " + partition + ".");
            } else if (next > end) {
                problems.add(
                        "%s ends at offset %s, and was decided up to %s: it is another topic, or was cut."
                                .formatted(partition, end, next));
            } else if (next < beginning) {
                problems.add(
                        "%s begins at offset %s, and was decided up to %s: the messages between are deleted."
                                .formatted(partition, beginning, next));
            } else {
                OffsetAndMetadata known = answered.get(partition);
                long reached = known == null ? next : Math.max(next, known.offset());
                again += reached - next;
                waiting += end - reached;
                if (reached > next) {
                    asked = Math.min(asked, timeOf(consumer, partition, next));
                }
            }
        }
        if (asked < Long.MAX_VALUE) {
            answersSince(consumer, asked, problems);
        }
        return new BackupFinding(
                "feed",
                problems.isEmpty(),
                problems.isEmpty()
                        ? "Messages to be decided as they were answered since the backup: %s; that wait: %s."
                                .formatted(again, waiting)
                        : String.join(" ", problems));
    }

    /** An answer lies where the name of its card says, whichever partition its message came by. */
    private void answersSince(
            KafkaConsumer<byte[], byte[]> consumer, long asked, List<String> problems) {
        beginnings(consumer, topics.decisions())
                .forEach(
                        (decisions, beginning) -> {
                            long kept = beginning == 0 ? 0 : timeOf(consumer, decisions, beginning);
                            if (kept - asked > APART_MAX.toMillis()) {
                                problems.add(
                                        "%s has no answer from before %s any more, and messages since %s are to be decided as they were answered."
                                                .formatted(
                                                        decisions,
                                                        Instant.ofEpochMilli(kept),
                                                        Instant.ofEpochMilli(asked)));
                            }
                        });
    }

    private static long timeOf(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long offset) {
        consumer.assign(Set.of(partition));
        consumer.seek(partition, offset);
        long end = consumer.endOffsets(Set.of(partition)).getOrDefault(partition, 0L);
        while (consumer.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> first : consumer.poll(POLL)) {
                return first.timestamp();
            }
        }
        return Long.MAX_VALUE; // nothing is left of it
    }

    private BackupFinding events(KafkaConsumer<byte[], byte[]> consumer, List<Long> eventEnds) {
        Map<TopicPartition, Long> ends =
                consumer.endOffsets(beginnings(consumer, topics.events()).keySet());
        List<String> problems = new ArrayList<>();
        long since = 0;
        for (int number = 0; number < eventEnds.size(); number++) {
            TopicPartition partition = new TopicPartition(topics.events(), number);
            long end = ends.getOrDefault(partition, 0L);
            if (end < eventEnds.get(number)) {
                problems.add(
                        "%s ends at offset %s, and was told up to %s: it is another topic, or was cut; readers miss what it had."
                                .formatted(partition, end, eventEnds.get(number)));
            } else {
                since += end - eventEnds.get(number);
            }
        }
        return new BackupFinding(
                "topic of events",
                problems.isEmpty(),
                problems.isEmpty()
                        ? "Events since the backup, which the next are numbered after: "
                                + since
                                + "."
                        : String.join(" ", problems));
    }

    private static Map<TopicPartition, Long> beginnings(
            KafkaConsumer<byte[], byte[]> consumer, String topic) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (PartitionInfo info : consumer.partitionsFor(topic)) {
            partitions.add(new TopicPartition(topic, info.partition()));
        }
        return consumer.beginningOffsets(partitions);
    }
}
