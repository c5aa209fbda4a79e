package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.card.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.store.TransactionStore;
import dev.countersign.reconcile.store.TransactionStore.Filter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Card transactions of a book, to be read. */
public final class Transactions {

    private final Database database;
    private final TransactionStore store;

    public Transactions(Database database, TransactionStore store) {
        this.database = database;
        this.store = store;
    }

    /**
     * One page.
     *
     * @param next where the next page begins, null when this is the last
     */
    public record Page(List<Transaction> transactions, @Nullable TransactionId next) {

        /** Nothing fits. */
        public static final Page EMPTY = new Page(List.of(), null);
    }

    /** One transaction, when the book has it. */
    public Optional<Transaction> find(AccountId account, Mode mode, TransactionId id) {
        return database.read(handle -> store.find(handle, account, mode, id));
    }

    /**
     * The newest that fit, from after a transaction on.
     *
     * @param after null for the first page
     * @param limit at most as many, at least 1
     */
    public Page list(Filter filter, @Nullable TransactionId after, int limit) {
        List<Transaction> found =
                database.read(handle -> store.list(handle, filter, after, limit + 1));
        if (found.size() <= limit) {
            return new Page(found, null);
        }
        return new Page(found.subList(0, limit), found.get(limit - 1).id());
    }
}
