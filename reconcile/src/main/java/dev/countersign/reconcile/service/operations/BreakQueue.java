package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.ClosingMethod;
import dev.countersign.reconcile.domain.breaks.ClosingRequest;
import dev.countersign.reconcile.domain.breaks.queue.AppliedMessage;
import dev.countersign.reconcile.domain.breaks.queue.BreakCount;
import dev.countersign.reconcile.domain.breaks.queue.BreakFacts;
import dev.countersign.reconcile.domain.breaks.queue.BreakHistoryEntry;
import dev.countersign.reconcile.domain.breaks.queue.ClosingNight;
import dev.countersign.reconcile.domain.breaks.queue.MerchantCredit;
import dev.countersign.reconcile.domain.breaks.queue.PendingClosing;
import dev.countersign.reconcile.domain.breaks.queue.QueueFilter;
import dev.countersign.reconcile.domain.breaks.queue.QueuedBreak;
import dev.countersign.reconcile.domain.breaks.queue.QueuedBreak.QueuePosition;
import dev.countersign.reconcile.domain.breaks.queue.WaitingBreaks;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.breaks.BreakQueries;
import dev.countersign.reconcile.store.breaks.BreakStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The queue of breaks that people work on, and what two of them close together. */
public final class BreakQueue {

    private static final String ASK = "ask_";
    private static final String ASK_NO_LONGER = "ask_no_longer";
    private static final String REFUSE = "refuse_";

    private final Database reads;
    private final Database database;
    private final Breaks breaks;
    private final DualControl second;
    private final InstantSource clock;
    private final BreakQueries queries = new BreakQueries();
    private final BreakStore store = new BreakStore();

    /**
     * Opens the queue.
     *
     * @param reads a way to the database for those who only look
     */
    public BreakQueue(
            Database reads,
            Database database,
            Breaks breaks,
            DualControl second,
            InstantSource clock) {
        this.reads = reads;
        this.database = database;
        this.breaks = breaks;
        this.second = second;
        this.clock = clock;
    }

    /**
     * Those that fit: of what waits the highest severity first, then the oldest; of what is closed
     * the newest first.
     */
    public List<QueuedBreak> list(QueueFilter filter, ListPosition<QueuePosition> at, int limit) {
        return reads.read(
                handle ->
                        filter.closed()
                                ? queries.closed(handle, filter, at, limit)
                                : queries.waiting(handle, filter, at, limit));
    }

    /** Counts the write-offs that wait for a second operator. */
    public long asked(Mode mode) {
        return reads.read(handle -> queries.asked(handle, mode, Integer.MAX_VALUE));
    }

    /** Counts the waiting breaks by severity and by the day they began. */
    public List<WaitingBreaks> waiting(Mode mode) {
        return reads.read(handle -> queries.waiting(handle, mode));
    }

    /** Counts the breaks that began on a day, by type. */
    public List<BreakCount> foundOn(Mode mode, LocalDate day) {
        return reads.read(handle -> queries.foundOn(handle, mode, day));
    }

    /** The record and the transaction of a difference. */
    public Optional<BreakFacts> facts(BreakId id) {
        return reads.read(handle -> queries.facts(handle, id));
    }

    /** The message that stands, where a break is about another one of its identity. */
    public Optional<AppliedMessage> applied(BreakId id) {
        return reads.read(handle -> queries.applied(handle, id));
    }

    /** Returns the merchant credits that have come since for a break, settled or not. */
    public List<MerchantCredit> merchantCredits(BreakId id) {
        return reads.read(handle -> queries.merchantCredits(handle, id));
    }

    /** Returns the steps that were taken on a break, in order. */
    public List<BreakHistoryEntry> steps(BreakId id) {
        return database.read(handle -> queries.steps(handle, id));
    }

    /** The night that closed a break; empty while it is open, and where an operator closed it. */
    public Optional<ClosingNight> closingNight(BreakId id) {
        return reads.read(handle -> queries.closingNight(handle, id));
    }

    /** Finds the request about a break that waits for a second operator, if there is one. */
    public Optional<PendingClosing> request(BreakId id) {
        return database.read(handle -> queries.request(handle, id));
    }

    /** Asks a second operator to agree that a break is closed. */
    public void ask(BreakId id, ClosingRequest wanted, String by) {
        if (wanted.reason().isBlank()) {
            throw new ActionRefusedException("Say why it should be closed.");
        }
        database.doAtomically(
                handle -> {
                    BreakRecord entry = lock(handle, id);
                    Instant now = clock.instant();
                    second.requireAsker(handle, by, asksIn(wanted.closing()));
                    breaks.require(handle, entry, wanted);
                    PendingClosing request = new PendingClosing(id, wanted, by, now);
                    if (!store.upsertOwnRequest(handle, request)) {
                        throw new ActionRefusedException(Approvals.ANOTHER_ASKS);
                    }
                    store.remember(
                            handle, id, now, by, ASK + wanted.closing().wire(), remark(wanted));
                });
    }

    private static String remark(ClosingRequest wanted) {
        return wanted.transaction() == null
                ? wanted.reason()
                : ManualMatches.resolution(wanted.transaction(), wanted.reason());
    }

    /**
     * The state of a request that an operator read before approving to it.
     *
     * @param askedAt when it was asked for
     * @param minor what the difference was, in minor units
     */
    public record SeenRequest(Instant askedAt, long minor) {}

    /**
     * Agrees to what another operator asked for: the break is written off, resolved, or its record
     * identified or matched.
     *
     * @throws ActionRefusedException also when it is not any longer what was read: an operator
     *     asked anew, or a night found another amount
     */
    public void approve(BreakId id, @Nullable SeenRequest seen, String by) {
        database.doAtomically(
                handle -> {
                    BreakRecord entry = lock(handle, id);
                    PendingClosing request = asked(handle, id);
                    second.require(
                            handle,
                            request.askedBy(),
                            asksIn(request.closing()),
                            by,
                            OperatorRole.FINANCE);
                    if (!new SeenRequest(request.askedAt(), entry.minor()).equals(seen)) {
                        throw new ActionRefusedException(
                                "It is not what you read any longer: look again, then approve.");
                    }
                    var unused =
                            breaks.approve(handle, id, request.request(), request.askedBy(), by);
                });
    }

    /**
     * Closes a break that one operator asks to close and another agrees to at once, who both gave
     * their passwords at a terminal.
     */
    public BreakRecord close(BreakId id, ClosingRequest wanted, String asker, String approving) {
        return database.atomically(
                handle -> {
                    var unused = lock(handle, id);
                    second.requireAtTerminal(
                            handle,
                            asker,
                            asksIn(wanted.closing()),
                            approving,
                            OperatorRole.FINANCE,
                            wanted.closing().wire(),
                            id.toString());
                    return breaks.approve(handle, id, wanted, asker, approving);
                });
    }

    /**
     * Does not agree, or asks no longer: the difference stays open.
     *
     * @param reason why; who asked need not give one
     */
    public void refuse(BreakId id, String reason, String by) {
        database.doAtomically(
                handle -> {
                    var unused = lock(handle, id);
                    PendingClosing request = asked(handle, id);
                    boolean own = request.askedBy().equals(by);
                    if (!own && reason.isBlank()) {
                        throw new ActionRefusedException("Say why you refuse it.");
                    }
                    store.deleteRequest(handle, id);
                    store.remember(
                            handle,
                            id,
                            clock.instant(),
                            by,
                            own ? ASK_NO_LONGER : REFUSE + request.closing().wire(),
                            reason.isBlank() ? null : reason.strip());
                });
    }

    /** The role in which it is asked for; finance agrees to any. */
    private static OperatorRole asksIn(ClosingMethod closing) {
        return switch (closing) {
            case WRITE_OFF -> OperatorRole.FINANCE;
            case RESOLVE, IDENTIFY, MATCH -> OperatorRole.OPERATOR;
        };
    }

    private BreakRecord lock(Handle handle, BreakId id) {
        return store.lock(handle, id)
                .filter(found -> !found.state().closed())
                .orElseThrow(() -> new ActionRefusedException("Break " + id + " is not open."));
    }

    private PendingClosing asked(Handle handle, BreakId id) {
        return queries.request(handle, id)
                .orElseThrow(
                        () ->
                                new ActionRefusedException(
                                        "Nobody asks to close break " + id + " now."));
    }
}
