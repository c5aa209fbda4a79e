package dev.countersign.reconcile.store.lookup;

import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.lookup.ClearedRecord;
import dev.countersign.reconcile.domain.lookup.LaterMessage;
import dev.countersign.reconcile.domain.lookup.LedgerBooking;
import dev.countersign.reconcile.domain.lookup.TransactionDispute;
import dev.countersign.reconcile.domain.lookup.WaitingRecord;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.store.sql.BoundedSum;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** All that happened to one transaction, in the parts that the book keeps apart. */
public final class TransactionHistoryStore {

    /** So many of each part are read. */
    public static final int ROWS_MAX = 200;

    /** A record may come a little before its authorization by the clocks of the network. */
    private static final Duration CLOCKS_APART = Duration.ofDays(2);

    /** Its further messages, in their order. */
    public List<LaterMessage> messages(Handle handle, TransactionId id) {
        return handle.createQuery(
                        """
                        select identity, kind, outcome, amount_minor as minor, currency, response_code,
                               decline_code, created_at as at
                          from message
                         where transaction_id = :id
                         order by created_at, id
                         limit :limit
                        """)
                .bind("id", id.value())
                .bind("limit", ROWS_MAX)
                .mapTo(LaterMessage.class)
                .list();
    }

    private static final String CLEARED =
            """
            select line.id, clearing.id is not null as record,
                   coalesce(line.identified_transaction_id, line.transaction_id) as posted_to,
                   line.record_type, line.outcome, line.business_date, line.night_id, line.direction,
                   line.amount_minor,
                   coalesce(share.minor, 0) as posted_minor,
                   line.currency, line.interchange_minor,
                   line.interchange_currency, line.arn, coalesce(line.match_level, 0) as match_level,
                   coalesce(line.match_score, 0) as match_score, line.match_detail::text as detail,
                   line.auth_minor, line.break_type,
                   coalesce(clearing.created_at, line.created_at) as at
              from settlement_line line
              left join clearing on clearing.id = line.id
              join card on card.id = :card
              left join posted_amount share on share.record_id = line.id
             where line.lineage_id = card.lineage_id
               and line.id >= :floor
               and (line.transaction_id = :id or line.identified_transaction_id = :id)
             order by at, line.id
             limit :limit
            """;

    /** The records that were posted to it, or took something of it back. */
    public List<ClearedRecord> cleared(Handle handle, Transaction transaction) {
        return handle.createQuery(CLEARED)
                .bind("id", transaction.id().value())
                .bind("card", transaction.owner().cardId().value())
                .bind("floor", floor(transaction))
                .bind("limit", ROWS_MAX)
                .map(
                        (row, context) ->
                                new ClearedRecord(
                                        IdText.write("clr_", Rows.uuid(row, "id")),
                                        Rows.uuid(row, "id"),
                                        row.getBoolean("record"),
                                        transaction(row, "posted_to"),
                                        row.getString("record_type"),
                                        row.getString("outcome"),
                                        row.getObject("business_date", LocalDate.class),
                                        row.getLong("night_id"),
                                        row.getString("direction"),
                                        row.getLong("amount_minor"),
                                        BoundedSum.read(row, "posted_minor"),
                                        row.getString("currency"),
                                        row.getLong("interchange_minor"),
                                        row.getString("interchange_currency"),
                                        row.getString("arn"),
                                        row.getInt("match_level"),
                                        row.getInt("match_score"),
                                        row.getString("detail"),
                                        Rows.longOrNull(row, "auth_minor"),
                                        row.getString("break_type"),
                                        Rows.instant(row, "at")))
                .list();
    }

    private static @Nullable TransactionId transaction(ResultSet row, String column)
            throws SQLException {
        UUID id = Rows.uuidOrNull(row, column);
        return id == null ? null : new TransactionId(id);
    }

    private static final String ARRIVED =
            """
            select clearing.kind, clearing.direction, clearing.amount_minor as minor, clearing.currency,
                   clearing.arn, clearing.created_at as at
              from clearing
              left join settlement_line line on line.id = clearing.id
             where clearing.card_id = :card
               and clearing.id >= :floor
               and line.id is null
               and (clearing.transaction_id = :id
                    or (clearing.transaction_id is null
                        and clearing.network_txn_id = :reference))
             order by clearing.id
             limit :limit
            """;

    /** The records that wait for a night and name this transaction's reference. */
    public List<WaitingRecord> arrived(Handle handle, Transaction transaction) {
        return handle.createQuery(ARRIVED)
                .bind("id", transaction.id().value())
                .bind("reference", transaction.keys().networkTxnId())
                .bind("card", transaction.owner().cardId().value())
                .bind("floor", floor(transaction))
                .bind("limit", ROWS_MAX)
                .mapTo(WaitingRecord.class)
                .list();
    }

    /** Before what may belong to it. */
    static UUID floor(Transaction transaction) {
        return TimeOrderedId.floor(transaction.createdAt().minus(CLOCKS_APART));
    }

    /**
     * Returns the bookings for these subjects; one more than {@link #ROWS_MAX} where there are
     * more.
     */
    public List<LedgerBooking> bookings(Handle handle, List<UUID> subjects) {
        return bookings(handle, subjects, null);
    }

    /** The same, without what records booked on other transactions than this one. */
    public List<LedgerBooking> bookings(
            Handle handle, List<UUID> subjects, @Nullable TransactionId transaction) {
        return handle.createQuery(
                        """
                        select business_date, event, debit_account as debit, credit_account as credit,
                               amount_minor as minor, currency
                          from ledger_entry
                         where subject = any(:subjects)
                           and (cast(:transaction as uuid) is null
                                or clearing_id is null
                                or transaction_id is null
                                or transaction_id = cast(:transaction as uuid))
                         order by business_date, event, ordinal
                         limit :limit
                        """)
                .bindArray("subjects", UUID.class, subjects)
                .bind("transaction", transaction)
                .bind("limit", ROWS_MAX + 1)
                .mapTo(LedgerBooking.class)
                .list();
    }

    /** A break of a transaction. */
    public record BreakOfTransaction(
            BreakId id, String type, String severity, String state, LocalDate origin) {}

    /** Returns the breaks of a transaction, the oldest first. */
    public List<BreakOfTransaction> breaks(Handle handle, TransactionId id) {
        return handle.createQuery(
                        """
                        select id, type, severity, state, origin_date as origin
                          from break
                         where transaction_id = :id
                         order by id
                         limit :limit
                        """)
                .bind("id", id.value())
                .bind("limit", ROWS_MAX)
                .mapTo(BreakOfTransaction.class)
                .list();
    }

    /** The disputes about it, the oldest first. */
    public List<TransactionDispute> disputes(Handle handle, TransactionId id) {
        return handle.createQuery(
                        """
                        select id, reason, status, amount_minor as minor, currency, created_at as at,
                               resolved_at
                          from dispute
                         where transaction_id = :id
                         order by id
                         limit :limit
                        """)
                .bind("id", id.value())
                .bind("limit", ROWS_MAX)
                .mapTo(TransactionDispute.class)
                .list();
    }
}
