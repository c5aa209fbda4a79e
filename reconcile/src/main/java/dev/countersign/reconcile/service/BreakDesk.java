package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.settlement.WriteOff;
import dev.countersign.reconcile.store.BreakDeskStore;
import dev.countersign.reconcile.store.BreakDeskStore.Filter;
import dev.countersign.reconcile.store.BreakDeskStore.OfType;
import dev.countersign.reconcile.store.BreakDeskStore.Request;
import dev.countersign.reconcile.store.BreakDeskStore.Row;
import dev.countersign.reconcile.store.BreakDeskStore.Step;
import dev.countersign.reconcile.store.BreakDeskStore.Waiting;
import dev.countersign.reconcile.store.BreakQueueStore;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The desk at which people work on differences: the queue, and write-offs that need two of them.
 */
public final class BreakDesk {

    private final Database reads;
    private final Database database;
    private final Breaks breaks;
    private final InstantSource clock;
    private final BreakDeskStore store = new BreakDeskStore();
    private final BreakQueueStore queue = new BreakQueueStore();

    /**
     * Opens the desk.
     *
     * @param reads a way to the database for those who only look
     */
    public BreakDesk(Database reads, Database database, Breaks breaks, InstantSource clock) {
        this.reads = reads;
        this.database = database;
        this.breaks = breaks;
        this.clock = clock;
    }

    /** The newest that fit, from after one on. */
    public List<Row> list(Filter filter, @Nullable BreakId after, int limit) {
        return reads.read(handle -> store.list(handle, filter, after, limit));
    }

    /** What waits, by severity and by the day it began. */
    public List<Waiting> waiting(Mode mode) {
        return reads.read(handle -> store.waiting(handle, mode));
    }

    /** What began on a day, by type. */
    public List<OfType> foundOn(Mode mode, LocalDate day) {
        return reads.read(handle -> store.foundOn(handle, mode, day));
    }

    /** What was done about a difference, in order. */
    public List<Step> steps(BreakId id) {
        return database.read(handle -> store.steps(handle, id));
    }

    /** The write-off that waits for a second person, if there is one. */
    public Optional<Request> request(BreakId id) {
        return database.read(handle -> store.request(handle, id));
    }

    /** Asks a second person to agree that a difference is written off. */
    public void ask(BreakId id, String reason, String by) {
        if (reason.isBlank()) {
            throw new BreakRefused("A write-off needs a reason.");
        }
        database.doAtomically(
                handle -> {
                    if (queue.lock(handle, id).filter(found -> !found.state().closed()).isEmpty()) {
                        throw new BreakRefused("Break " + id + " is not open.");
                    }
                    store.upsertRequest(
                            handle, new Request(id, reason.strip(), by, clock.instant()));
                });
    }

    /** Agrees to what somebody else asked for: the difference is written off. */
    public void agree(BreakId id, String by) {
        Request request = asked(id);
        if (request.askedBy().equals(by)) {
            throw new BreakRefused("Somebody else has to agree to a write-off that you asked for.");
        }
        var unused = breaks.writeOff(id, new WriteOff(request.reason(), request.askedBy(), by));
        database.doAtomically(handle -> store.deleteRequest(handle, id));
    }

    /** Does not agree, or asks no longer: the difference stays open. */
    public void refuse(BreakId id) {
        var unused = asked(id);
        database.doAtomically(handle -> store.deleteRequest(handle, id));
    }

    private Request asked(BreakId id) {
        return request(id)
                .orElseThrow(
                        () -> new BreakRefused("Nobody asks for a write-off of " + id + " now."));
    }
}
