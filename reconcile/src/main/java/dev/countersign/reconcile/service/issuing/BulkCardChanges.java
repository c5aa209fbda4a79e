package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.issuing.BulkCardChangeStore;
import dev.countersign.reconcile.store.issuing.BulkCardChangeStore.BulkChange;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Tells the stream of changes that concern many cards: some cards at a time, each time in a
 * transaction of its own, so that decisions go on in between. A process that ends half-way leaves
 * the rest to the next one that looks.
 */
public final class BulkCardChanges {

    /** Written in some ten milliseconds, and a tenth of what an owner reads at once. */
    private static final int CARDS_PER_TRANSACTION = 2_000;

    private final Database database;
    private final CardChangeStore changes;
    private final BulkCardChangeStore sweeps = new BulkCardChangeStore();
    private final int cardsPerTransaction;

    public BulkCardChanges(Database database, CardChangeStore changes) {
        this(database, changes, CARDS_PER_TRANSACTION);
    }

    /** One that tells of so many cards at a time. */
    BulkCardChanges(Database database, CardChangeStore changes, int cardsPerTransaction) {
        this.database = database;
        this.changes = changes;
        this.cardsPerTransaction = cardsPerTransaction;
    }

    /** Notes, with the change of a program, that its cards are to be announced to the stream. */
    void begin(Handle handle, ProgramId program) {
        sweeps.insert(handle, program);
    }

    /**
     * Notes, with the change of a customer, that the customer's cards are to be announced to the
     * stream.
     */
    void begin(Handle handle, CustomerId customer) {
        sweeps.insert(handle, customer);
    }

    /** Notes, with what pays for cards, that those of a program or a customer are to be told of. */
    public void begin(Handle handle, @Nullable ProgramId program, @Nullable CustomerId customer) {
        if (program != null) {
            begin(handle, program);
        }
        if (customer != null) {
            begin(handle, customer);
        }
    }

    /**
     * Tells the stream of all that was begun, by whichever process: what one that ends leaves is
     * told of within a minute, by the next that looks.
     */
    public void finish() {
        while (database.read(sweeps::anyLeft)) {
            boolean unused = processNext();
        }
    }

    /**
     * Tells of the next cards.
     *
     * @return false when there was nothing to tell
     */
    boolean processNext() {
        return database.atomically(
                handle -> {
                    Optional<BulkChange> sweep = sweeps.lockOldest(handle);
                    sweep.ifPresent(next -> noteChanges(handle, next));
                    return sweep.isPresent();
                });
    }

    private void noteChanges(Handle handle, BulkChange sweep) {
        List<CardId> cards = sweeps.next(handle, sweep, cardsPerTransaction);
        if (!cards.isEmpty()) {
            changes.insertFacts(handle, cards);
            sweeps.move(handle, sweep, cards.getLast());
        }
        if (cards.size() < cardsPerTransaction) {
            sweeps.delete(handle, sweep);
        }
    }
}
