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
import java.util.LongSummaryStatistics;
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

    /** Answers kept in memory, of which those to come are some: about 150 MB. */
    private static final int KEPT_MAX = 500_000;

    /** Answers before the first one that is asked for, of messages of another partition maybe. */
    private static final int MARGIN = 10_000;

    private final String topic;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final DecisionCodec codec = new DecisionCodec();
    private final Map<Integer, PartitionReader> partitions = new HashMap<>();
    private final Map<UUID, Decision> answers = new HashMap<>();
    private final int keptMax;

    /** Those that were read, in their order, until no message can want them any more. */
    private final Deque<Reply> replies = new ArrayDeque<>();

    /** Of the topic; 0 where it was not asked yet. */
    private int partitionCount;

    /**
     * Reads nothing yet.
     *
     * @param topic name of the topic of decisions
     * @param consumers makes one that is no member of a group
     */
    public PublishedDecisionReader(String topic, Supplier<Consumer<byte[], byte[]>> consumers) {
        this(topic, consumers, KEPT_MAX);
    }

    PublishedDecisionReader(
            String topic, Supplier<Consumer<byte[], byte[]>> consumers, int keptMax) {
        this.keptMax = keptMax;
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
        private boolean found;

        private PartitionReader(
                Consumer<byte[], byte[]> consumer, TopicPartition partition, long end) {
            this.consumer = consumer;
            this.partition = partition;
            this.end = end;
        }

        /** Goes to the first answer since a time. */
        private void seek(long millis) {
            @Nullable OffsetAndTimestamp first =
                    consumer.offsetsForTimes(Map.of(partition, Math.max(0, millis))).get(partition);
            consumer.seek(partition, first == null ? end : Math.min(first.offset(), end));
        }

        private boolean goesOn() {
            return consumer.position(partition) < end;
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
        LongSummaryStatistics sent =
                records.stream().mapToLong(ConsumerRecord::timestamp).summaryStatistics();
        long from = sent.getMin() - APART_MAX.toMillis();
        long to = sent.getMax() + APART_MAX.toMillis();
        dropBefore(from);
        Map<Integer, Set<UUID>> wanted = new HashMap<>();
        for (FeedEntry entry : entries) {
            CardReference card = entry.message().card();
            if (entry.message() instanceof NetworkMessage.Request request && card != null) {
                wanted.computeIfAbsent(partitionOf(card), none -> new HashSet<>())
                        .add(request.header().messageId());
            }
        }
        wanted.forEach((partition, requests) -> find(partition, requests, from, to));
        return new PublishedDecisions(answers);
    }

    /** No answer is older than its message. */
    private void dropBefore(long millis) {
        while (!replies.isEmpty() && replies.getFirst().atMillis() < millis) {
            answers.remove(replies.removeFirst().request());
        }
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
    private void find(int partition, Set<UUID> requests, long fromMillis, long toMillis) {
        PartitionReader reading = partitions.computeIfAbsent(partition, this::begin);
        if (!reading.found) {
            passOver(reading, requests, fromMillis, toMillis);
        }
        while (reading.found
                && reading.goesOn()
                && answers.size() < keptMax
                && !answers.keySet().containsAll(requests)) {
            reading.consumer.poll(POLL).forEach(this::remember);
        }
    }

    /**
     * Looks for the first answer to one of these and goes to it. Those before it are of messages
     * that were decided before, and may be many.
     */
    private void passOver(
            PartitionReader reading, Set<UUID> requests, long fromMillis, long toMillis) {
        reading.seek(fromMillis);
        long began = reading.consumer.position(reading.partition);
        long looked = fromMillis;
        while (reading.goesOn() && looked <= toMillis) {
            for (ConsumerRecord<byte[], byte[]> record : reading.consumer.poll(POLL)) {
                looked = record.timestamp();
                Decision answer = read(record);
                if (answer != null && requests.contains(answer.inReplyTo())) {
                    reading.found = true;
                    long first = Math.max(began, record.offset() - Math.min(MARGIN, keptMax / 2));
                    reading.consumer.seek(reading.partition, first);
                    return;
                }
            }
        }
    }

    private void remember(ConsumerRecord<byte[], byte[]> record) {
        Decision answer = read(record);
        if (answer != null) {
            answers.put(answer.inReplyTo(), answer);
            replies.addLast(new Reply(answer.inReplyTo(), record.timestamp()));
        }
    }

    /** Passes over a record that is no answer: another program wrote it. */
    private @Nullable Decision read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return codec.read(record.value());
        } catch (RuntimeException e) {
            log.warn(
                    "the topic of decisions has a record that is no answer: {}",
                    e.getClass().getSimpleName());
            return null;
        }
    }

    private PartitionReader begin(int number) {
        TopicPartition partition = new TopicPartition(topic, number);
        Consumer<byte[], byte[]> consumer = consumers.get();
        consumer.assign(Set.of(partition));
        long end = consumer.endOffsets(Set.of(partition)).getOrDefault(partition, 0L);
        return new PartitionReader(consumer, partition, end);
    }

    /** These are in the database again, or will be. */
    public void forget(List<Decision> decided) {
        decided.forEach(decision -> answers.remove(decision.inReplyTo()));
    }

    /** Begins anew with the next batch, wherever that stands. */
    @Override
    public void close() {
        answers.clear();
        replies.clear();
        partitions.values().forEach(reading -> reading.consumer.close());
        partitions.clear();
        partitionCount = 0;
    }
}
