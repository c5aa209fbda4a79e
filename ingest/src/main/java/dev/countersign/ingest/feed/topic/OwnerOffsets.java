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
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The offsets of an owner in the topic: how far it has answered, which it commits to the broker,
 * beside how far the database has decided. It also tells whether the topic is still the one that
 * was decided.
 */
public final class OwnerOffsets {

    private static final Logger log = LoggerFactory.getLogger(OwnerOffsets.class);

    private final FeedPositions positions;
    private final LongConsumer deleted;
    private final Map<Integer, Long> answered = new HashMap<>();
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
        Map<TopicPartition, Long> ends = consumer.endOffsets(assignment);
        for (TopicPartition partition : assignment) {
            find(
                    consumer,
                    partition,
                    Objects.requireNonNull(beginnings.get(partition)),
                    Objects.requireNonNull(ends.get(partition)));
        }
    }

    private void find(Consumer<?, ?> consumer, TopicPartition partition, long beginning, long end) {
        int number = partition.partition();
        long start =
                answered.computeIfAbsent(
                        number, any -> answeredUpTo(consumer, partition, beginning));
        positions.load(number, start);
        long next = positions.decidedUpTo(number);
        if (next > end || wentBack.contains(number)) {
            log.error(
                    "{} was decided up to offset {}, but ends at {}: the topic was deleted and made"
                            + " again, or its log was cut. It is decided again from its start,"
                            + " offset {}; what was decided before is known by its identity and"
                            + " changes nothing",
                    partition,
                    next,
                    end,
                    beginning);
            beginAgain(number, beginning);
        } else if (next < beginning) {
            log.error(
                    "{} begins at offset {}, but was decided only up to {}: the messages between"
                            + " were deleted before they were read. Deciding goes on where the"
                            + " topic begins; send the lost messages again",
                    partition,
                    beginning,
                    next);
            deleted.accept(beginning - next);
            beginAgain(number, beginning);
        } else if (next < start && restored.put(number, new RestoredRange(start, end)) == null) {
            log.error(
                    "{} was decided up to offset {} as the database says, but was answered up to"
                            + " {}: the database was restored to an earlier moment. What lies"
                            + " between is decided as it was answered, whatever the cards say now;"
                            + " changes of cards and all else that was recorded since is lost",
                    partition,
                    next,
                    start);
        }
        long from = Math.min(answered.getOrDefault(number, start), positions.decidedUpTo(number));
        expectedFrom.put(number, from);
        consumer.seek(partition, from);
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

    private void beginAgain(int partition, long beginning) {
        positions.beginAgain(partition, beginning);
        answered.put(partition, beginning);
        wentBack.remove(partition);
        restored.remove(partition);
    }

    private static long answeredUpTo(
            Consumer<?, ?> consumer, TopicPartition partition, long beginning) {
        OffsetAndMetadata committed = consumer.committed(Set.of(partition)).get(partition);
        return committed == null ? beginning : committed.offset();
    }

    /**
     * Takes note of messages that the consumer brought.
     *
     * @throws IllegalStateException when they lie before others that it brought or was sent to: it
     *     found nothing where it stood and began at the start, which is that of another topic
     */
    public void follow(int partition, long from, long to) {
        Long expected = expectedFrom.get(partition);
        if (expected != null && from < expected) {
            wentBack.add(partition);
            throw new IllegalStateException(
                    "partition " + partition + " went back to offset " + from);
        }
        expectedFrom.put(partition, to);
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
                        offsets.put(positions.partition(partition), new OffsetAndMetadata(offset)));
        return offsets;
    }

    /** The broker did not take the commit. */
    public void commitFailed() {
        uncommitted = !answered.isEmpty();
    }

    /** The partitions may be another owner's: only the broker knows what is answered. */
    public void forgetAnswered() {
        answered.clear();
        uncommitted = false;
    }
}
