package dev.countersign.ingest.feed.topic;

import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.feed.FeedPositionStore;
import java.util.HashMap;
import java.util.Map;

/**
 * The positions of the partitions of one owner. What is decided is in the database, with its
 * effects. The broker knows to a tenth of a second how far it is answered. Between the two lies
 * what a crash may have left unanswered.
 */
public final class FeedPositions {

    private final Database database;
    private final FeedPositionStore store;
    private final Map<Integer, Long> decided = new HashMap<>();

    public FeedPositions(Database database, FeedPositionStore store) {
        this.database = database;
        this.store = store;
    }

    /** Looks up where a partition stands; one that nobody has begun begins at what was answered. */
    void load(int partition, long answered) {
        database.doAtomically(handle -> store.begin(handle, Topics.FEED, partition, answered));
        long next =
                database.read(handle -> store.find(handle, Topics.FEED, partition)).orElseThrow();
        decided.put(partition, next);
    }

    /**
     * Decides a partition again from the start that its topic now has.
     *
     * @throws IllegalStateException when another owner has moved it meanwhile
     */
    void beginAgain(int partition, long beginning) {
        long before = decidedUpTo(partition);
        boolean ours =
                database.atomically(
                        handle -> store.move(handle, Topics.FEED, partition, before, beginning));
        if (!ours) {
            throw new IllegalStateException("partition " + partition + " was moved by another");
        }
        decided.put(partition, beginning);
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
