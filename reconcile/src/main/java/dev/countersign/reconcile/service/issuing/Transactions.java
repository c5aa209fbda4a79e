package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionFilter;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.lookup.TransactionListStore;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Card transactions of a book, to be read. */
public final class Transactions {

    private final Database database;
    private final TransactionListStore store;

    public Transactions(Database database, TransactionListStore store) {
        this.database = database;
        this.store = store;
    }

    public Optional<Transaction> find(Book book, TransactionId id) {
        return database.read(handle -> store.find(handle, book, id));
    }

    public boolean anyOf(CardId card) {
        return database.read(handle -> store.any(handle, card));
    }

    /**
     * The newest that fit, from after a transaction on.
     *
     * @param after null for the first page
     * @param limit at most as many, at least 1
     */
    public ListPage<Transaction> list(TransactionFilter filter, @Nullable UUID after, int limit) {
        return database.read(handle -> store.list(handle, filter, after, limit));
    }
}
