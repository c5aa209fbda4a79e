package dev.countersign.ingest.feed.decision;

import dev.countersign.ingest.codec.DecisionCodec;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.post.PublishedDecisions;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers that the topic of decisions has to messages that the database does not know any more,
 * because it was restored to an earlier moment. They are read beside the messages, since a
 * partition has its answers in the order of its messages, but for increments that were parked.
 */
public final class PublishedDecisionReader implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PublishedDecisionReader.class);
    private static final Duration POLL = Duration.ofMillis(200);

    /** Maximum time between a message and its answer, by the clocks of those who wrote them. */
    private static final Duration APART_MAX = Duration.ofMinutes(15);

    private final String topic;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final DecisionCodec codec = new DecisionCodec();
    private final Map<Integer, Reading> partitions = new HashMap<>();
    private final Map<UUID, Decision> answers = new HashMap<>();

    /**
     * Reads nothing yet.
     *
     * @param topic name of the topic of decisions
     * @param consumers makes one that is no member of a group
     */
    public PublishedDecisionReader(String topic, Supplier<Consumer<byte[], byte[]>> consumers) {
        this.topic = topic;
        this.consumers = consumers;
    }

    /** One partition of the topic, up to where it ended when its reading began. */
    private static final class Reading {
        private final Consumer<byte[], byte[]> consumer;
        private final TopicPartition partition;
        private final long end;
        private long readUpTo;

        private Reading(
                Consumer<byte[], byte[]> consumer, TopicPartition partition, long from, long end) {
            this.consumer = consumer;
            this.partition = partition;
            this.end = end;
            consumer.seek(partition, from);
        }

        private boolean goesOn(long untilMillis) {
            return readUpTo <= untilMillis && consumer.position(partition) < end;
        }
    }

    /**
     * The answers that messages of one batch have got, and some of messages to come.
     *
     * @param records the messages as they lie in the topic
     * @param entries the same as they were read
     */
    public PublishedDecisions to(
            List<ConsumerRecord<byte[], byte[]>> records, List<FeedEntry> entries) {
        Map<Integer, Set<UUID>> wanted = new HashMap<>();
        for (FeedEntry entry : entries) {
            if (entry.message() instanceof NetworkMessage.Request request) {
                wanted.computeIfAbsent(entry.place().partition(), none -> new HashSet<>())
                        .add(request.header().messageId());
            }
        }
        wanted.forEach((partition, requests) -> find(partition, requests, records));
        return new PublishedDecisions(answers);
    }

    private void find(
            int partition, Set<UUID> requests, List<ConsumerRecord<byte[], byte[]>> records) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (ConsumerRecord<byte[], byte[]> each : records) {
            if (each.partition() == partition) {
                first = Math.min(first, each.timestamp());
                last = Math.max(last, each.timestamp());
            }
        }
        long from = first - APART_MAX.toMillis();
        Reading reading = partitions.computeIfAbsent(partition, none -> begin(partition, from));
        long until = last + APART_MAX.toMillis();
        while (reading.goesOn(until) && !answers.keySet().containsAll(requests)) {
            for (ConsumerRecord<byte[], byte[]> answer : reading.consumer.poll(POLL)) {
                remember(answer.value());
                reading.readUpTo = answer.timestamp();
            }
        }
    }

    /** Passes over a record that is no answer: somebody else wrote it. */
    private void remember(byte[] value) {
        try {
            Decision answer = codec.read(value);
            answers.put(answer.inReplyTo(), answer);
        } catch (RuntimeException e) {
            log.warn(
                    "the topic of decisions has a record that is no answer: {}",
                    e.getClass().getSimpleName());
        }
    }

    private Reading begin(int number, long fromMillis) {
        TopicPartition partition = new TopicPartition(topic, number);
        Consumer<byte[], byte[]> consumer = consumers.get();
        consumer.assign(Set.of(partition));
        long end = consumer.endOffsets(Set.of(partition)).getOrDefault(partition, 0L);
        @Nullable OffsetAndTimestamp from =
                consumer.offsetsForTimes(Map.of(partition, fromMillis)).get(partition);
        return new Reading(consumer, partition, from == null ? end : from.offset(), end);
    }

    /** These are in the database again, or will be. */
    public void forget(List<Decision> decided) {
        decided.forEach(decision -> answers.remove(decision.inReplyTo()));
    }

    /** Begins anew with the next batch, wherever that stands. */
    @Override
    public void close() {
        answers.clear();
        partitions.values().forEach(reading -> reading.consumer.close());
        partitions.clear();
    }
}
