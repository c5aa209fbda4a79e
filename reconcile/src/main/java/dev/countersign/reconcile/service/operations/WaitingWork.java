package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.queue.WaitingBreaks;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.breaks.BreakQueries;
import dev.countersign.reconcile.store.feed.QuarantineStore;
import java.util.List;

/**
 * Amount of work that waits for people, to be shown on every page. It counts only what costs the
 * same to count however large the books are.
 */
public final class WaitingWork {

    /** More than that is shown as more than that. */
    public static final int COUNTED_MAX = 99;

    private final Database reads;
    private final BreakQueries breaks = new BreakQueries();
    private final QuarantineStore quarantine = new QuarantineStore();

    /**
     * Opens it.
     *
     * @param reads a way to the database for those who only look
     */
    public WaitingWork(Database reads) {
        this.reads = reads;
    }

    /**
     * The counts of the waiting work, each up to one above {@link #COUNTED_MAX} at most.
     *
     * @param writeOffs that wait for a second operator
     * @param messages that nobody could read; they are of no mode
     */
    public record Counts(long writeOffs, long messages) {}

    /** Counts the waiting breaks by severity and by the day they began. */
    public List<WaitingBreaks> breaks(Mode mode) {
        return reads.read(handle -> breaks.waiting(handle, mode));
    }

    /** Counts the messages that wait in the quarantine, up to one above {@link #COUNTED_MAX}. */
    public long messages() {
        return reads.read(handle -> quarantine.countWaiting(handle, COUNTED_MAX + 1));
    }

    public Counts count(Mode mode) {
        return reads.read(
                handle ->
                        new Counts(
                                breaks.asked(handle, mode, COUNTED_MAX + 1),
                                quarantine.countWaiting(handle, COUNTED_MAX + 1)));
    }
}
