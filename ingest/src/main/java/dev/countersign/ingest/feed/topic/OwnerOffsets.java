package dev.countersign.ingest.feed.topic;

import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The offsets of an owner in the topic: how far it has answered, which it commits to the broker,
 * beside how far the database has decided. It also tells whether the topic is still the one that
 * was decided. Offsets are those of the book but for the consumer's, which are those of the topic.
 */
public final class OwnerOffsets {

    private static final Logger log = LoggerFactory.getLogger(OwnerOffsets.class);

    /**
     * Transactions of senders leave gaps between messages, most of them small: others are looked
     * into.
     */
    private static final long GAP_MAX = 100;

    private final FeedPositions positions;
    private final LongConsumer deleted;
    private final Map<Integer, Long> answered = new HashMap<>();
    private final Map<Integer, Long> recorded = new HashMap<>();
    private final Map<Integer, Long> shifts = new HashMap<>();
    private final Map<Integer, Long> expectedFrom = new HashMap<>();
    private final Set<Integer> wentBack = new HashSet<>();
    private boolean uncommitted;

    /**
     * A stretch of a partition that was answered, or may have been, and is not in the database.
     *
     * @param answered the offset up to which it was answered for certain
     * @param end the offset up to which it may have been
     */
    private record RestoredRange(long answered, long end) {}

    private final Map<Integer, RestoredRange> restored = new HashMap<>();

    /**
     * Knows nothing yet.
     *
     * @param deleted is told of how many messages were deleted before they were read
     */
    public OwnerOffsets(FeedPositions positions, LongConsumer deleted) {
        this.positions = positions;
        this.deleted = deleted;
    }

    /** Looks where the assigned partitions stand, and has the consumer go on from there. */
    public void find(Consumer<?, ?> consumer) {
        Set<TopicPartition> assignment = consumer.assignment();
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(assignment);
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(assignment);
        for (TopicPartition partition : assignment) {
            OffsetAndMetadata known = committed.get(partition);
            load(
                    partition.partition(),
                    known == null
                            ? Objects.requireNonNull(beginnings.get(partition))
                            : known.offset());
        }
        // After the positions: what was decided meanwhile lies before the end.
        Map<TopicPartition, Long> ends = consumer.endOffsets(assignment);
        for (TopicPartition partition : assignment) {
            find(
                    consumer,
                    partition,
                    Objects.requireNonNull(beginnings.get(partition)),
                    Objects.requireNonNull(ends.get(partition)));
        }
    }

    private void load(int partition, long answeredInTopic) {
        long shift = positions.load(partition, answeredInTopic);
        shifts.put(partition, shift);
        // What was answered of the topic before this one is no offset of this one.
        answered.merge(
                partition,
                answeredInTopic + shift,
                (known, start) -> known < shift ? start : known);
    }

    private void find(
            Consumer<?, ?> consumer, TopicPartition partition, long firstInTopic, long endOfTopic) {
        int number = partition.partition();
        long shift = shiftOf(number);
        long start = Objects.requireNonNull(answered.get(number));
        long next = positions.decidedUpTo(number);
        long beginning = firstInTopic + shift;
        long end = endOfTopic + shift;
        if (next > end || wentBack.contains(number)) {
            log.error(
                    "{} was decided up to offset {}, but ends at {}: the topic was deleted and made"
                            + " again, or its log was cut. It is decided again from its start,"
                            + " offset {}, which counts on from there; what was decided before is"
                            + " known by its identity and changes nothing",
                    partition,
                    next - shift,
                    endOfTopic,
                    firstInTopic);
            shifts.put(number, positions.beginAnew(number, firstInTopic));
            answered.put(number, next);
            uncommitted = true;
            wentBack.remove(number);
            restored.remove(number);
        } else if (next < beginning) {
            log.error(
                    "{} begins at offset {}, but was decided only up to {}: the messages between"
                            + " were deleted before they were read. Deciding goes on where the"
                            + " topic begins; send the lost messages again",
                    partition,
                    firstInTopic,
                    next - shift);
            deleted.accept(beginning - next);
            positions.skipTo(number, beginning);
            if (beginning < decidedBefore(number, start)) {
                restored.put(number, new RestoredRange(start, end));
            }
            if (start < beginning) {
                answered.put(number, beginning);
                uncommitted = true;
            }
        } else if (next < decidedBefore(number, start)
                && restored.put(number, new RestoredRange(start, end)) == null) {
            log.error(
                    "{} was decided up to offset {} as the database says, but was answered up to"
                            + " {}: the database was restored to an earlier moment. What lies"
                            + " between is decided as it was answered, whatever the cards say now;"
                            + " changes of cards and all else that was recorded since is lost",
                    partition,
                    next - shift,
                    decidedBefore(number, start) - shift);
        }
        long undone =
                Math.min(
                        Objects.requireNonNull(answered.get(number)),
                        positions.decidedUpTo(number));
        long from = Math.max(undone, firstInTopic + shiftOf(number));
        expectedFrom.put(number, from);
        consumer.seek(partition, from - shiftOf(number));
    }

    /** By how much offsets are higher in the book than in the topic. */
    private long shiftOf(int partition) {
        return shifts.getOrDefault(partition, 0L);
    }

    /** Records of a partition as the book counts them. */
    public List<ConsumerRecord<byte[], byte[]>> inBook(
            int partition, List<ConsumerRecord<byte[], byte[]>> polled) {
        long shift = shiftOf(partition);
        return shift == 0
                ? polled
                : polled.stream()
                        .map(
                                record ->
                                        new ConsumerRecord<>(
                                                record.topic(),
                                                record.partition(),
                                                record.offset() + shift,
                                                record.timestamp(),
                                                record.timestampType(),
                                                record.serializedKeySize(),
                                                record.serializedValueSize(),
                                                record.key(),
                                                record.value(),
                                                record.headers(),
                                                record.leaderEpoch()))
                        .toList();
    }

    /**
     * The offset up to which it was decided when this owner looked last, or answered for certain.
     */
    private long decidedBefore(int partition, long answered) {
        return Math.max(answered, recorded.getOrDefault(partition, 0L));
    }

    /**
     * The database has said that it recorded these. A standby that takes its place may not know of
     * them, and they may be answered.
     */
    public void recorded(List<OffsetRange> offsetRanges) {
        offsetRanges.forEach(range -> recorded.merge(range.partition(), range.to(), Math::max));
    }

    /** True while anything is decided that was answered, and is not in the database. */
    public boolean hasRestored() {
        return !restored.isEmpty();
    }

    /** True for a message that may have been answered although the database does not know it. */
    public boolean isRestored(int partition, long offset) {
        RestoredRange restoredRange = restored.get(partition);
        return restoredRange != null && offset < restoredRange.end();
    }

    /** True for a message that was answered for certain although the database does not know it. */
    public boolean wasAnswered(int partition, long offset) {
        RestoredRange restoredRange = restored.get(partition);
        return restoredRange != null && offset < restoredRange.answered();
    }

    /**
     * Takes note of messages that the consumer brought.
     *
     * @throws IllegalStateException when they lie before others that it brought or was sent to: it
     *     found nothing where it stood and began at the start, which is that of another topic
     */
    public void follow(Consumer<?, ?> consumer, int partition, long from, long to) {
        Long expected = expectedFrom.get(partition);
        if (expected != null && from - expected > GAP_MAX) {
            noteDeleted(consumer, partition, expected);
        }
        if (expected != null && from < expected) {
            wentBack.add(partition);
            throw new IllegalStateException(
                    "partition " + partition + " went back to offset " + from);
        }
        expectedFrom.put(partition, to);
    }

    /** The broker deletes the oldest messages of a partition while its backlog is read, too. */
    private void noteDeleted(Consumer<?, ?> consumer, int number, long expected) {
        TopicPartition partition = positions.partition(number);
        long beginning =
                Objects.requireNonNull(consumer.beginningOffsets(Set.of(partition)).get(partition))
                        + shiftOf(number);
        if (beginning > expected) {
            log.error(
                    "{} was read up to offset {}, and begins at {} by now: the messages between were"
                            + " deleted before they were read; send them again",
                    partition,
                    expected - shiftOf(number),
                    beginning - shiftOf(number));
            deleted.accept(beginning - expected);
        }
    }

    /** These were answered. */
    public void answered(List<OffsetRange> offsetRanges) {
        for (OffsetRange range : offsetRanges) {
            answered.merge(range.partition(), range.to(), Math::max);
            restored.computeIfPresent(
                    range.partition(),
                    (partition, restoredRange) ->
                            range.to() < restoredRange.end() ? restoredRange : null);
        }
        uncommitted = true;
    }

    /** True when more is answered than was committed to the broker. */
    public boolean hasUncommitted() {
        return uncommitted;
    }

    /**
     * Returns the offsets to commit to the broker now: from each of them on, nothing is answered.
     */
    public Map<TopicPartition, OffsetAndMetadata> offsetsToCommit() {
        uncommitted = false;
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        answered.forEach(
                (partition, offset) ->
                        offsets.put(
                                positions.partition(partition),
                                new OffsetAndMetadata(offset - shiftOf(partition))));
        return offsets;
    }

    /** The broker did not take the commit. */
    public void commitFailed() {
        uncommitted = !answered.isEmpty();
    }

    /** The partitions may be another owner's: only the broker knows what is answered. */
    public void forgetAnswered() {
        answered.clear();
        recorded.clear();
        uncommitted = false;
    }
}
