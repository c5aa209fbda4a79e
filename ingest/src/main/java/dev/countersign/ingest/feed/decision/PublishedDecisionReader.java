package dev.countersign.ingest.feed.decision;

import dev.countersign.ingest.codec.DecisionCodec;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.feed.CardReference;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.post.PublishedDecisions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
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
 * because it was restored to an earlier moment. They are read beside the messages: each partition
 * has the answers of its cards in the order of their messages, but for increments that were parked.
 */
public final class PublishedDecisionReader implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PublishedDecisionReader.class);
    private static final Duration POLL = Duration.ofMillis(200);

    /** The clocks of those who write messages and answers differ by no more than this. */
    private static final Duration APART_MAX = Duration.ofMinutes(15);

    /**
     * Answers of each partition that are read beyond the newest one that a message asked for, and
     * as many before it: about 150 MB.
     */
    private static final int AHEAD_MAX = 250_000;

    private final String topic;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final DecisionCodec codec = new DecisionCodec();
    private final Map<Integer, PartitionReader> partitions = new HashMap<>();
    private final Map<UUID, Decision> answers = new HashMap<>();

    /** The number of each of them in its partition, in the order in which they were read. */
    private final Map<UUID, Long> numbers = new HashMap<>();

    private final int aheadMax;

    /** Of the topic; 0 where it was not asked yet. */
    private int partitionCount;

    /**
     * Reads nothing yet.
     *
     * @param topic name of the topic of decisions
     * @param consumers makes one that is no member of a group
     */
    public PublishedDecisionReader(String topic, Supplier<Consumer<byte[], byte[]>> consumers) {
        this(topic, consumers, AHEAD_MAX);
    }

    PublishedDecisionReader(
            String topic, Supplier<Consumer<byte[], byte[]>> consumers, int aheadMax) {
        this.aheadMax = aheadMax;
        this.topic = topic;
        this.consumers = consumers;
    }

    /** An answer to a request, and when it was written. */
    private record Reply(UUID request, long atMillis) {}

    /** One partition of the topic, up to where it ended when its reading began. */
    private static final class PartitionReader {
        private final Consumer<byte[], byte[]> consumer;
        private final TopicPartition partition;
        private final long end;

        /** Those that were read, in their order, until no message can want them any more. */
        private final Deque<Reply> replies = new ArrayDeque<>();

        private long read;

        /** The newest that a message asked for; 0 while none did. */
        private long found;

        private PartitionReader(
                Consumer<byte[], byte[]> consumer, TopicPartition partition, long from, long end) {
            this.consumer = consumer;
            this.partition = partition;
            this.end = end;
            consumer.seek(partition, from);
        }

        /**
         * Reading begins before the first answer that a message asks for, however far. From then on
         * a message without an answer does not lead beyond those of the messages to come.
         */
        private boolean goesOn(int aheadMax) {
            return consumer.position(partition) < end && (found == 0 || read - found < aheadMax);
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
        long from =
                records.stream().mapToLong(ConsumerRecord::timestamp).min().orElse(0)
                        - APART_MAX.toMillis();
        dropBefore(from);
        Map<Integer, Set<UUID>> wanted = new HashMap<>();
        for (FeedEntry entry : entries) {
            CardReference card = entry.message().card();
            if (entry.message() instanceof NetworkMessage.Request request && card != null) {
                wanted.computeIfAbsent(partitionOf(card), none -> new HashSet<>())
                        .add(request.header().messageId());
            }
        }
        wanted.forEach((partition, requests) -> find(partition, requests, from));
        return new PublishedDecisions(answers);
    }

    /** No answer is older than its message. */
    private void dropBefore(long millis) {
        for (PartitionReader reading : partitions.values()) {
            Deque<Reply> replies = reading.replies;
            while (!replies.isEmpty() && replies.getFirst().atMillis() < millis) {
                forget(replies.removeFirst().request());
            }
        }
    }

    private void forget(UUID request) {
        answers.remove(request);
        numbers.remove(request);
    }

    /** The partition in which the answers of a card lie: they are sent by its name alone. */
    private int partitionOf(CardReference card) {
        if (partitionCount == 0) {
            try (Consumer<byte[], byte[]> consumer = consumers.get()) {
                partitionCount = consumer.partitionsFor(topic).size();
            }
        }
        return Topics.partition(card.text(), partitionCount);
    }

    /** Reads on until it has all of them, or there is no room for what lies before the others. */
    private void find(int partition, Set<UUID> requests, long fromMillis) {
        PartitionReader reading =
                partitions.computeIfAbsent(partition, none -> begin(partition, fromMillis));
        noteFound(reading, requests);
        while (reading.goesOn(aheadMax) && !answers.keySet().containsAll(requests)) {
            reading.consumer.poll(POLL).forEach(record -> remember(reading, record));
            noteFound(reading, requests);
        }
    }

    private void noteFound(PartitionReader reading, Set<UUID> requests) {
        for (UUID request : requests) {
            reading.found = Math.max(reading.found, numbers.getOrDefault(request, 0L));
        }
    }

    /** Passes over a record that is no answer: somebody else wrote it. */
    private void remember(PartitionReader reading, ConsumerRecord<byte[], byte[]> record) {
        try {
            Decision answer = codec.read(record.value());
            if (reading.replies.size() >= 2 * aheadMax) {
                forget(reading.replies.removeFirst().request());
            }
            answers.put(answer.inReplyTo(), answer);
            numbers.put(answer.inReplyTo(), ++reading.read);
            reading.replies.addLast(new Reply(answer.inReplyTo(), record.timestamp()));
        } catch (RuntimeException e) {
            log.warn(
                    "the topic of decisions has a record that is no answer: {}",
                    e.getClass().getSimpleName());
        }
    }

    private PartitionReader begin(int number, long fromMillis) {
        TopicPartition partition = new TopicPartition(topic, number);
        Consumer<byte[], byte[]> consumer = consumers.get();
        consumer.assign(Set.of(partition));
        long end = consumer.endOffsets(Set.of(partition)).getOrDefault(partition, 0L);
        @Nullable OffsetAndTimestamp from =
                consumer.offsetsForTimes(Map.of(partition, fromMillis)).get(partition);
        return new PartitionReader(consumer, partition, from == null ? end : from.offset(), end);
    }

    /** These are in the database again, or will be. */
    public void forget(List<Decision> decided) {
        decided.forEach(decision -> forget(decision.inReplyTo()));
    }

    /** Begins anew with the next batch, wherever that stands. */
    @Override
    public void close() {
        answers.clear();
        numbers.clear();
        partitions.values().forEach(reading -> reading.consumer.close());
        partitions.clear();
        partitionCount = 0;
    }
}
