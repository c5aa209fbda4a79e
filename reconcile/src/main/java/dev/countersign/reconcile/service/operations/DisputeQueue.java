package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputeProposal;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.dispute.QueuedDispute;
import dev.countersign.reconcile.domain.dispute.SettledCase;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.lookup.LedgerBooking;
import dev.countersign.reconcile.domain.provider.ProviderMove.Change;
import dev.countersign.reconcile.domain.provider.ProviderMove.DisputeMove;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.Disputes.NewDispute;
import dev.countersign.reconcile.store.console.ProviderMoveStore;
import dev.countersign.reconcile.store.console.ProviderMoveStore.CardMove;
import dev.countersign.reconcile.store.dispute.DisputeQueries;
import dev.countersign.reconcile.store.dispute.ProposalStore;
import dev.countersign.reconcile.store.lookup.TransactionHistoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The queue of disputes that people work on, and on those that nights proposed. */
public final class DisputeQueue {

    private final Database reads;
    private final Database database;
    private final Disputes disputes;
    private final InstantSource clock;
    private final DisputeQueries store;
    private final ProposalStore proposals;
    private final ProviderMoveStore moves = new ProviderMoveStore();
    private final TransactionHistoryStore lives = new TransactionHistoryStore();

    /**
     * Opens the queue.
     *
     * @param reads a way to the database for those who only look
     */
    public DisputeQueue(Database reads, Database database, Disputes disputes, InstantSource clock) {
        this.reads = reads;
        this.database = database;
        this.disputes = disputes;
        this.store = new DisputeQueries(disputes.filing());
        this.proposals = new ProposalStore(disputes.filing());
        this.clock = clock;
    }

    /**
     * Those that are not decided: what has to be filed first, by its deadline, then the rest; from
     * a position on.
     */
    public List<QueuedDispute> queue(
            Mode mode, ListPosition<QueuedDispute.DisputePosition> at, int limit) {
        return reads.read(handle -> store.unresolved(handle, mode, at, limit));
    }

    /** Counts the disputes that are not decided. */
    public long waiting(Mode mode) {
        return reads.read(handle -> store.unresolved(handle, mode));
    }

    /** Those that are decided or given up, the newest first, from a position on. */
    public List<QueuedDispute> closed(
            Mode mode, ListPosition<QueuedDispute.DisputePosition> at, int limit) {
        return reads.read(handle -> store.resolved(handle, mode, at, limit));
    }

    /** One dispute, whosever it is. */
    public Optional<QueuedDispute> find(DisputeId id) {
        return database.read(handle -> store.find(handle, id));
    }

    /** The records of a dispute that cycles settled, the earliest first. */
    public List<SettledCase> settled(Dispute dispute) {
        return reads.read(
                handle -> store.settled(handle, dispute, TransactionHistoryStore.ROWS_MAX));
    }

    /** Returns the bookings for a dispute, with those of the records that settled it. */
    public List<LedgerBooking> bookings(Dispute dispute) {
        return reads.read(
                handle -> {
                    List<UUID> subjects = new ArrayList<>();
                    subjects.add(dispute.id().value());
                    store.settled(handle, dispute, TransactionHistoryStore.ROWS_MAX)
                            .forEach(each -> subjects.add(each.record()));
                    return lives.bookings(handle, subjects);
                });
    }

    /** Proposals that wait for an answer, the nearest deadline first; from a position on. */
    public List<DisputeProposal> proposals(
            Mode mode, ListPosition<DisputeProposal.ProposalPosition> at, int limit) {
        return reads.read(handle -> proposals.waiting(handle, mode, at, limit));
    }

    /** Counts the proposals that wait for an answer. */
    public long proposed(Mode mode) {
        return reads.read(handle -> proposals.countWaiting(handle, mode));
    }

    /** One proposal, while it waits for an answer. */
    public Optional<DisputeProposal> proposal(BreakId id) {
        return database.read(handle -> proposals.find(handle, id));
    }

    /**
     * Opens the dispute that a night proposed.
     *
     * @throws ActionRefusedException when it waits for no answer any more
     * @throws dev.countersign.reconcile.domain.RequestRefusedException when the transaction cannot
     *     be disputed now
     */
    public Dispute accept(BreakId id, String reason, String by) {
        return database.atomically(
                handle -> {
                    disputes.lock(handle, waiting(proposals.find(handle, id)).transaction());
                    DisputeProposal proposal = waiting(proposals.lock(handle, id));
                    Dispute opened =
                            disputes.open(
                                    handle,
                                    proposal.book(),
                                    new NewDispute(
                                            proposal.transaction().toString(),
                                            proposal.minor(),
                                            proposal.reason(),
                                            proposal.evidence()),
                                    proposal.processedAt());
                    proposals.answer(handle, id, opened.id(), reason, by, clock.instant());
                    return opened;
                });
    }

    /**
     * Does not open what a night proposed; the difference stays open.
     *
     * @throws ActionRefusedException without a reason, or when it waits for no answer any more
     */
    public void reject(BreakId id, String reason, String by) {
        if (reason.isBlank()) {
            throw new ActionRefusedException("Say why it is not disputed.");
        }
        database.doAtomically(
                handle -> {
                    var unused = waiting(proposals.lock(handle, id));
                    proposals.answer(handle, id, null, reason.strip(), by, clock.instant());
                });
    }

    private static DisputeProposal waiting(Optional<DisputeProposal> found) {
        return found.orElseThrow(
                () -> new ActionRefusedException("That proposal waits for no answer any more."));
    }

    /**
     * Moves a dispute, as the network said by another way than the feed.
     *
     * @throws ActionRefusedException when it does not lead there from where it is
     */
    public void advance(DisputeId id, DisputeStatus to) {
        Instant now = clock.instant();
        database.doAtomically(
                handle -> {
                    QueuedDispute found = locked(handle, id);
                    DisputeStatus from = found.dispute().status();
                    if (!DisputeStatus.TABLE.leads(from, to)) {
                        throw new ActionRefusedException(
                                "A dispute that is %s does not become %s."
                                        .formatted(words(from), words(to)));
                    }
                    DisputeMove move = new DisputeMove(id, new Change<>(from, to), now);
                    if (!moves.apply(handle, List.of(new CardMove(found.card(), null, move)))) {
                        throw new ActionRefusedException("Dispute " + id + " has just been moved.");
                    }
                });
    }

    /**
     * Adds to the evidence of a dispute that is not decided.
     *
     * @param adding makes of the JSON object that there is, or of null, the one that there will be
     * @throws ActionRefusedException when the dispute is decided, or the evidence grows too large
     */
    public void addEvidence(DisputeId id, UnaryOperator<@Nullable String> adding) {
        database.doAtomically(
                handle -> {
                    Dispute dispute = locked(handle, id).dispute();
                    if (dispute.status().resolved()) {
                        throw new ActionRefusedException(
                                "A dispute that is %s takes no more evidence."
                                        .formatted(words(dispute.status())));
                    }
                    String evidence = Objects.requireNonNull(adding.apply(dispute.evidence()));
                    if (evidence.getBytes(StandardCharsets.UTF_8).length
                            > Dispute.EVIDENCE_BYTES_MAX) {
                        throw new ActionRefusedException(
                                "All evidence together has 64 KB at most.");
                    }
                    disputes.keepEvidence(handle, id, evidence);
                });
    }

    private QueuedDispute locked(Handle handle, DisputeId id) {
        return store.lock(handle, id)
                .orElseThrow(() -> new ActionRefusedException("There is no dispute " + id + "."));
    }

    private static String words(DisputeStatus status) {
        return status.wire().replace('_', ' ');
    }
}
