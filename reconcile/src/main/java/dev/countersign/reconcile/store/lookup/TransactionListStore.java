package dev.countersign.reconcile.store.lookup;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionFilter;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.store.feed.TransactionRows;
import dev.countersign.reconcile.store.sql.BoundedScan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Transactions for those who look at them. */
public final class TransactionListStore {

    /**
     * No index has the transactions of a customer, which would cost each decision more than it is
     * worth: they are merged from those of the cards. The transactions of whoever has more cards
     * than these are looked for among all.
     */
    private static final int CARDS_MAX = 100;

    private final BoundedScan<Transaction> scan;

    public TransactionListStore(int rowsScannedMax) {
        this.scan =
                new BoundedScan<>(
                        "transaction",
                        TransactionRows.COLUMNS,
                        "",
                        TransactionRows::read,
                        transaction -> transaction.id().value(),
                        rowsScannedMax);
    }

    private static BoundedScan.Scan scan(TransactionFilter filter) {
        return new BoundedScan.Scan()
                .fitting("account_id = :account", "account", filter.book().account())
                .fitting("mode = :mode", "mode", filter.book().mode())
                .indexed("card_id = :card", "card", filter.card())
                .fitting("customer_id = :customer", "customer", filter.customer())
                .fitting("status = :status", "status", filter.status())
                .fitting("currency = :currency", "currency", filter.currency())
                .indexed("id >= :fromId", "fromId", floor(filter.createdFrom(), 0))
                .fitting("created_at >= :from", "from", filter.createdFrom())
                .indexed("id < :beforeId", "beforeId", floor(filter.createdBefore(), 1))
                .fitting("created_at < :before", "before", filter.createdBefore());
    }

    /** Identifiers know milliseconds, times microseconds. */
    private static @Nullable UUID floor(@Nullable Instant at, long millisLater) {
        return at == null ? null : TimeOrderedId.floor(at.plusMillis(millisLater));
    }

    public Optional<Transaction> find(Handle handle, Book book, TransactionId id) {
        List<Transaction> found = scan.find(handle, book, id.value(), "").stream().toList();
        return TransactionRows.withIncrements(handle, found).stream().findFirst();
    }

    /**
     * Those of all accounts of a mode, the newest first.
     *
     * @param status null for all
     * @param limit at most as many
     */
    public ListPage<Transaction> list(
            Handle handle,
            Mode mode,
            @Nullable TransactionStatus status,
            ListPosition<UUID> at,
            int limit) {
        BoundedScan.Scan conditions =
                new BoundedScan.Scan()
                        .fitting("mode = :mode", "mode", mode)
                        .fitting("status = :status", "status", status);
        ListPage<Transaction> page = scan.page(handle, conditions, at, limit);
        return new ListPage<>(TransactionRows.withIncrements(handle, page.rows()), page.next());
    }

    /** So many transactions a search looks at before it says where it goes on. */
    public int rowsScannedMax() {
        return scan.rowsScannedMax();
    }

    public boolean any(Handle handle, CardId card) {
        return handle.select(
                        "select exists (select from transaction where card_id = ?)", card.value())
                .mapTo(Boolean.class)
                .one();
    }

    /**
     * The newest that fit.
     *
     * @param after older than this one; null begins with the newest
     * @param limit at most as many
     */
    public ListPage<Transaction> list(
            Handle handle, TransactionFilter filter, @Nullable UUID after, int limit) {
        BoundedScan.Scan conditions = scan(filter);
        if (filter.customer() != null || filter.card() != null) {
            List<UUID> cards = cards(handle, filter);
            if (cards.isEmpty()) {
                return new ListPage<>(List.of(), null);
            }
            if (filter.card() == null && cards.size() <= CARDS_MAX) {
                conditions.of("card_id", cards);
            }
        }
        ListPage<Transaction> page = scan.page(handle, conditions, after, limit);
        return new ListPage<>(TransactionRows.withIncrements(handle, page.rows()), page.next());
    }

    /** The cards of the book that are looked at: all, or one more than are merged. */
    private static List<UUID> cards(Handle handle, TransactionFilter filter) {
        boolean one = filter.card() != null;
        return handle.createQuery(
                        """
                        select id
                          from card
                         where account_id = :account
                           and mode = :mode
                           and %s = :wanted
                         order by id
                         limit :enough
                        """
                                .formatted(one ? "id" : "customer_id"))
                .bindMethods(filter.book())
                .bind("wanted", one ? filter.card() : filter.customer())
                .bind("enough", CARDS_MAX + 1)
                .mapTo(UUID.class)
                .list();
    }
}
