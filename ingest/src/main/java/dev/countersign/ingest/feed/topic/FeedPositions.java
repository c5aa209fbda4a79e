package dev.countersign.ingest.feed.topic;

import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.feed.FeedPositionStore;
import dev.countersign.reconcile.store.feed.FeedPositionStore.FeedPosition;
import dev.countersign.reconcile.store.feed.StreamSessionStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The positions of the partitions of one owner. What is decided is in the database, with its
 * effects. The broker knows to a tenth of a second how far it is answered. Between the two lies
 * what a crash may have left unanswered.
 */
public final class FeedPositions {

    private static final Logger log = LoggerFactory.getLogger(FeedPositions.class);

    /** Time after which a process that sends nothing in the middle of a transaction is stopped. */
    private static final Duration STOPPED_AFTER = Duration.ofSeconds(5);

    private final Database database;
    private final FeedPositionStore store;
    private final String feed;
    private final StreamSessionStore sessions = new StreamSessionStore();
    private final Map<Integer, Long> decided = new HashMap<>();

    /**
     * Positions that nothing is known of yet.
     *
     * @param feed name of the topic
     */
    public FeedPositions(Database database, FeedPositionStore store, String feed) {
        this.database = database;
        this.store = store;
        this.feed = feed;
    }

    /** Returns if the database answers, and throws if it does not. */
    public void requireDatabase() {
        var unused =
                database.read(handle -> handle.createQuery("select 1").mapTo(Long.class).one());
    }

    /**
     * Ends transactions that an owner of the stream has left open because its process was stopped:
     * what it wrote would keep its successor from writing the same. It cannot record it any more
     * when it goes on.
     */
    public void endStoppedOwners() {
        int ended = database.atomically(handle -> sessions.endStopped(handle, STOPPED_AFTER));
        if (ended > 0) {
            log.warn("ended transactions of a process that was stopped: sessions={}", ended);
        }
    }

    TopicPartition partition(int number) {
        return new TopicPartition(feed, number);
    }

    /**
     * Looks up where a partition stands; one that nobody has begun begins at what was answered.
     *
     * @return by how much its offsets are higher here than in the topic
     */
    long load(int partition, long answered) {
        database.doAtomically(handle -> store.begin(handle, feed, partition, answered));
        FeedPosition position =
                database.read(handle -> store.find(handle, feed, partition)).orElseThrow();
        decided.put(partition, position.next());
        return position.shift();
    }

    /**
     * Decides a partition on from a later start that its topic now has.
     *
     * @throws IllegalStateException when another owner has moved it meanwhile
     */
    void skipTo(int partition, long beginning) {
        long before = decidedUpTo(partition);
        requireOurs(
                partition,
                database.atomically(
                        handle -> store.move(handle, feed, partition, before, beginning)));
        decided.put(partition, beginning);
    }

    /**
     * Decides a topic that was made anew from its start, on from where the one before it ended.
     *
     * @param beginning the offset at which the topic begins, as the broker counts
     * @return by how much its offsets are higher here from now on
     * @throws IllegalStateException when another owner has moved it meanwhile
     */
    long beginAnew(int partition, long beginning) {
        long next = decidedUpTo(partition);
        long shift = next - beginning;
        requireOurs(
                partition,
                database.atomically(handle -> store.shift(handle, feed, partition, next, shift)));
        return shift;
    }

    private static void requireOurs(int partition, boolean ours) {
        if (!ours) {
            throw new IllegalStateException("partition " + partition + " was moved by another");
        }
    }

    /** The next offset to decide. */
    public long decidedUpTo(int partition) {
        Long next = decided.get(partition);
        if (next == null) {
            throw new IllegalStateException("partition " + partition + " is not owned");
        }
        return next;
    }

    /** A batch up to here is on its way into the database. */
    public void advance(int partition, long next) {
        decided.put(partition, next);
    }

    public void forget() {
        decided.clear();
    }
}
