package dev.countersign.reconcile.store.dispute;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputeFilter;
import dev.countersign.reconcile.domain.dispute.DisputeReason;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.store.sql.BoundedScan;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;
import org.jspecify.annotations.Nullable;

/** Disputes. */
public final class DisputeStore {

    /** Columns that a row needs to be read as a dispute. */
    public static final String COLUMNS =
            """
            dispute.id, dispute.transaction_id, dispute.amount_minor, dispute.currency,
            dispute.reason, dispute.status, dispute.evidence, dispute.created_at, dispute.resolved_at
            """;

    private final BoundedScan<Dispute> scan;

    public DisputeStore(int rowsScannedMax) {
        this.scan =
                new BoundedScan<>(
                        "dispute",
                        COLUMNS,
                        "",
                        DisputeStore::read,
                        dispute -> dispute.id().value(),
                        rowsScannedMax);
    }

    private static BoundedScan.Scan scan(DisputeFilter filter) {
        return new BoundedScan.Scan()
                .indexed("account_id = :account", "account", filter.book().account())
                .indexed("mode = :mode", "mode", filter.book().mode())
                .indexed("transaction_id = :transaction", "transaction", filter.transaction())
                .fitting("status = :status", "status", filter.status());
    }

    /** The newest that fit. */
    public ListPage<Dispute> list(
            Handle handle, DisputeFilter filter, @Nullable UUID after, int limit) {
        return scan.page(handle, scan(filter), after, limit);
    }

    public Optional<Dispute> find(Handle handle, Book book, DisputeId id) {
        return scan.find(handle, book, id.value(), "");
    }

    /**
     * Inserts a dispute.
     *
     * @return false when the transaction has one that is not withdrawn
     */
    public boolean insert(Handle handle, Book book, Dispute dispute) {
        return insert(handle, book, dispute, null);
    }

    /**
     * Inserts a dispute.
     *
     * @param breakId the break that led to it; a break leads to one dispute
     * @return false when the transaction has one that is not withdrawn, or the break has one
     */
    public boolean insert(Handle handle, Book book, Dispute dispute, @Nullable UUID breakId) {
        return handle.createUpdate(
                                """
                                insert into dispute (id, account_id, mode, transaction_id, amount_minor, currency, reason,
                                                     status, evidence, created_at, updated_at, break_id)
                                values (:id, :account, :mode, :transactionId, :amountMinor, :currency, :reason,
                                        :status, :evidence, :createdAt, :createdAt, cast(:break as uuid))
                                    on conflict do nothing
                                """)
                        .bindMethods(book)
                        .bindMethods(dispute)
                        .bind("break", breakId)
                        .execute()
                == 1;
    }

    /** Keeps evidence in the place of what there was. */
    public void updateEvidence(Handle handle, DisputeId id, String evidence, Instant at) {
        handle.createUpdate(
                        """
                        update dispute
                           set evidence = :evidence,
                               updated_at = greatest(updated_at, :at)
                         where id = :id
                        """)
                .bind("id", id.value())
                .bind("evidence", evidence)
                .bind("at", at)
                .execute();
    }

    /**
     * Returns what chargebacks that were won gave back of each of these transactions, as far as it
     * is booked.
     */
    public static Map<UUID, Long> chargebacksWon(Handle handle, Collection<UUID> transactions) {
        return handle.createQuery(
                        """
                        select transaction_id, sum(amount_minor)::bigint as minor
                          from dispute
                         where transaction_id = any(:transactions)
                           and status = 'won'
                           and booked_to_end
                         group by transaction_id
                        """)
                .bindArray("transactions", UUID.class, transactions)
                .setMapKeyColumn("transaction_id")
                .setMapValueColumn("minor")
                .collectInto(new GenericType<Map<UUID, Long>>() {});
    }

    /** Reads a row that has the {@link #COLUMNS}. */
    public static Dispute read(ResultSet row) throws SQLException {
        return new Dispute(
                new DisputeId(Rows.uuid(row, "id")),
                new TransactionId(Rows.uuid(row, "transaction_id")),
                row.getLong("amount_minor"),
                row.getString("currency"),
                Rows.wire(row, "reason", DisputeReason.class),
                Rows.wire(row, "status", DisputeStatus.class),
                row.getString("evidence"),
                Rows.instant(row, "created_at"),
                Rows.instantOrNull(row, "resolved_at"));
    }
}
