package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputeFilter;
import dev.countersign.reconcile.domain.dispute.DisputeReason;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.dispute.FilingWindows;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.IdempotentResponses.Creation;
import dev.countersign.reconcile.service.IdempotentResponses.Reply;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.store.dispute.DisputeStore;
import dev.countersign.reconcile.store.feed.TransactionStore;
import dev.countersign.reconcile.store.lookup.TransactionListStore;
import dev.countersign.reconcile.store.settlement.IdentificationStore;
import dev.countersign.reconcile.store.settlement.SandboxClockStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Disputes of settled transactions. */
public final class Disputes {

    private final Database database;
    private final IdempotentResponses answers;
    private final DisputeStore disputes;
    private final TransactionListStore transactions;
    private final FilingWindows filing;
    private final InstantSource clock;
    private final IdGenerator ids;
    private final IdentificationStore identifications = new IdentificationStore();
    private final TransactionStore rows = new TransactionStore();
    private final SandboxClockStore sandbox = new SandboxClockStore();

    public Disputes(
            Database database,
            IdempotentResponses answers,
            DisputeStore disputes,
            TransactionListStore transactions,
            FilingWindows filing,
            InstantSource clock,
            IdGenerator ids) {
        this.database = database;
        this.answers = answers;
        this.disputes = disputes;
        this.transactions = transactions;
        this.filing = filing;
        this.clock = clock;
        this.ids = ids;
    }

    /** Returns how long networks take disputes. */
    FilingWindows filing() {
        return filing;
    }

    public Optional<Dispute> find(Book book, DisputeId id) {
        return database.read(handle -> disputes.find(handle, book, id));
    }

    /** A page of disputes, newest first. */
    public ListPage<Dispute> list(DisputeFilter filter, @Nullable UUID after, int limit) {
        return database.read(handle -> disputes.list(handle, filter, after, limit));
    }

    /**
     * A dispute to be opened.
     *
     * @param transaction its id, as the caller wrote it
     * @param amountMinor null disputes all of it
     * @param evidence a JSON object
     */
    public record NewDispute(
            String transaction,
            @Nullable Long amountMinor,
            DisputeReason reason,
            @Nullable String evidence) {}

    /** Opens a dispute of a transaction, in the time of its first clearing. */
    public Dispute open(Book book, NewDispute wanted) {
        return database.atomically(handle -> open(handle, book, wanted, null));
    }

    /** Opens a dispute for a caller that may ask twice. */
    public Reply open(Book book, NewDispute wanted, Creation<Dispute> creation) {
        return answers.answer(creation, handle -> open(handle, book, wanted, null));
    }

    /**
     * Opens a dispute in the time of the clearing that it is about.
     *
     * @param processedAt business time of that clearing; null for the transaction's first
     */
    Dispute open(Handle handle, Book book, NewDispute wanted, @Nullable Instant processedAt) {
        Transaction transaction =
                TransactionId.parse(wanted.transaction())
                        .flatMap(id -> locked(handle, book, id))
                        .orElseThrow(() -> NotFound.of("transaction", "transaction_id"));
        long all = transaction.amounts().displayAmount();
        long amount = wanted.amountMinor() == null ? all : wanted.amountMinor();
        if (amount > all) {
            throw RequestRefusedException.at(ErrorCode.AMOUNT_TOO_LARGE, "amount");
        }
        Instant now = sandbox.now(handle, book.mode(), clock);
        requireDisputable(handle, transaction, wanted.reason(), processedAt, now);
        Dispute dispute =
                new Dispute(
                        new DisputeId(ids.next(now)),
                        transaction.id(),
                        amount,
                        transaction.currency().getCurrencyCode(),
                        wanted.reason(),
                        DisputeStatus.OPEN,
                        wanted.evidence(),
                        now,
                        null);
        if (!disputes.insert(handle, book, dispute)) {
            throw RequestRefusedException.at(ErrorCode.DISPUTE_ALREADY_EXISTS, "transaction_id");
        }
        AuditContext.setSubject(dispute.id().toString());
        return dispute;
    }

    /** A transaction as it is until this one ends: what clears it is not matched elsewhere. */
    private Optional<Transaction> locked(Handle handle, Book book, TransactionId id) {
        Optional<Transaction> found = transactions.find(handle, book, id);
        if (found.isEmpty()) {
            return found; // what is not theirs is not locked either
        }
        lock(handle, id);
        return transactions.find(handle, book, id);
    }

    /** Takes the transaction of a dispute before anything else that {@link ManualMatches} locks. */
    void lock(Handle handle, TransactionId id) {
        rows.lock(handle, List.of(id));
    }

    /**
     * Adds to the evidence of a dispute, in a transaction that holds it.
     *
     * @param evidence all there is now, a JSON object
     */
    void keepEvidence(Handle handle, DisputeId id, String evidence) {
        disputes.updateEvidence(handle, id, evidence, clock.instant());
    }

    private void requireDisputable(
            Handle handle,
            Transaction transaction,
            DisputeReason reason,
            @Nullable Instant processedAt,
            Instant now) {
        if (transaction.type() == TransactionType.REFUND
                || identifications.waits(handle, transaction.id())) {
            throw RequestRefusedException.at(
                    ErrorCode.TRANSACTION_NOT_DISPUTABLE, "transaction_id");
        }
        Instant processed = transaction.processedAt(processedAt);
        if (transaction.status() != TransactionStatus.SETTLED || processed == null) {
            throw RequestRefusedException.at(ErrorCode.TRANSACTION_NOT_SETTLED, "transaction_id");
        }
        if (!filing.isOpen(transaction.network(), reason, processed, now)) {
            throw RequestRefusedException.at(ErrorCode.DISPUTE_WINDOW_CLOSED, "transaction_id");
        }
    }
}
