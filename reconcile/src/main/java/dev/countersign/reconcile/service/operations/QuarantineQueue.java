package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.quarantine.QuarantineEntry;
import dev.countersign.reconcile.domain.quarantine.QuarantineFilter;
import dev.countersign.reconcile.domain.quarantine.QuarantinedMessage;
import dev.countersign.reconcile.domain.quarantine.QuarantinedMessage.State;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.feed.QuarantineStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/** Messages that could not be read: kept, sent again after a fix, or put aside with a reason. */
public final class QuarantineQueue {

    private final Database reads;
    private final Database database;
    private final InstantSource clock;
    private final QuarantineStore store = new QuarantineStore();

    /**
     * Opens the queue.
     *
     * @param reads a way to the database for those who only look
     */
    public QuarantineQueue(Database reads, Database database, InstantSource clock) {
        this.reads = reads;
        this.database = database;
        this.clock = clock;
    }

    /** Keeps messages; one that is kept already stays as it is. */
    public void keep(List<QuarantinedMessage> messages) {
        database.doAtomically(handle -> store.insert(handle, messages));
    }

    /** Those that fit, the newest first, from a position on. */
    public List<QuarantineEntry> list(QuarantineFilter filter, ListPosition<Long> at, int limit) {
        return reads.read(handle -> store.list(handle, filter, at, limit));
    }

    /** Counts the messages that wait. */
    public long waiting() {
        return reads.read(handle -> store.countWaiting(handle, Integer.MAX_VALUE));
    }

    public Optional<QuarantineEntry> find(long id) {
        return database.read(handle -> store.find(handle, id));
    }

    /**
     * Has a message sent again. Where that is done and then not written down, it is done once more:
     * a message that comes twice changes nothing the second time.
     *
     * @param sending sends it as it came, or throws what keeps it from being read
     * @throws ActionRefusedException when it waits no more
     */
    public void replay(long id, String by, Consumer<QuarantinedMessage> sending) {
        database.doAtomically(
                handle -> {
                    QuarantineEntry entry = lockWaiting(handle, id);
                    sending.accept(entry.message());
                    store.close(handle, id, State.REPLAYED, by, clock.instant(), null);
                });
    }

    /**
     * Puts a message aside.
     *
     * @throws ActionRefusedException without a reason, or when it waits no more
     */
    public void discard(long id, String reason, String by) {
        if (reason.isBlank()) {
            throw new ActionRefusedException("Say why it is put aside.");
        }
        database.doAtomically(
                handle -> {
                    var unused = lockWaiting(handle, id);
                    store.close(handle, id, State.DISCARDED, by, clock.instant(), reason.strip());
                });
    }

    private QuarantineEntry lockWaiting(Handle handle, long id) {
        return store.lock(handle, id)
                .filter(entry -> entry.state() == State.WAITING)
                .orElseThrow(() -> new ActionRefusedException("Message " + id + " waits no more."));
    }
}
