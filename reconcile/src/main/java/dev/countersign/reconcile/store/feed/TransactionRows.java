package dev.countersign.reconcile.store.feed;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.DecisionRecord;
import dev.countersign.reconcile.domain.transaction.Hold;
import dev.countersign.reconcile.domain.transaction.Hold.Increment;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads rows of the transaction table. */
public final class TransactionRows {

    public static final String COLUMNS =
            """
            transaction.id, transaction.identity, transaction.payload_hash, transaction.message_id,
            transaction.account_id, transaction.mode, transaction.card_id, transaction.customer_id,
            transaction.origin, transaction.type, transaction.status, transaction.amount_minor,
            transaction.currency, transaction.requested_minor, transaction.approved_minor,
            transaction.held_minor, transaction.cleared_minor, transaction.reversed_minor,
            transaction.expired_minor, transaction.refunded_minor, transaction.increments,
            transaction.merchant_amount_minor, transaction.merchant_currency, transaction.merchant_id,
            transaction.terminal_id, transaction.merchant_name, transaction.merchant_mcc,
            transaction.merchant_city, transaction.merchant_country, transaction.channel,
            transaction.network, transaction.network_txn_id, transaction.stan, transaction.rrn,
            transaction.acquirer_id, transaction.decided_minor, transaction.response_code, transaction.approval_code,
            transaction.decline_reason, transaction.decline_code, transaction.failed_checks,
            transaction.rules_version, transaction.day_used_minor, transaction.month_used_minor,
            transaction.skewed, transaction.hold_until, transaction.version,
            transaction.feed_partition, transaction.feed_offset, transaction.created_at,
            transaction.decided_at, transaction.settled_at, transaction.merchant_authorized_minor,
            transaction.merchant_cleared_minor, transaction.replacement_stated_at,
            transaction.funding_id
            """;

    private TransactionRows() {}

    /** Fetches increments for those that have some. */
    public static List<Transaction> withIncrements(Handle handle, List<Transaction> transactions) {
        List<java.util.UUID> grown =
                transactions.stream()
                        .filter(transaction -> !transaction.hold().increments().isEmpty())
                        .map(transaction -> transaction.id().value())
                        .toList();
        if (grown.isEmpty()) {
            return transactions;
        }
        Map<java.util.UUID, List<Increment>> byTransaction = new HashMap<>();
        handle.createQuery(
                        """
                        select transaction_id, message_id, amount_minor, created_at
                          from increment
                         where transaction_id = any(:ids)
                         order by transaction_id, ordinal
                        """)
                .bindArray("ids", java.util.UUID.class, grown)
                .map(
                        (row, context) -> {
                            byTransaction
                                    .computeIfAbsent(
                                            Rows.uuid(row, "transaction_id"),
                                            id -> new ArrayList<>())
                                    .add(
                                            new Increment(
                                                    Rows.uuid(row, "message_id"),
                                                    row.getLong("amount_minor"),
                                                    Rows.instant(row, "created_at")));
                            return 1;
                        })
                .list();
        return transactions.stream()
                .map(
                        transaction ->
                                transaction.withIncrements(
                                        byTransaction.getOrDefault(
                                                transaction.id().value(), List.of())))
                .toList();
    }

    /** Reads a row; increments are still only counted, see {@link #withIncrements}. */
    public static Transaction read(ResultSet row) throws SQLException {
        DecisionRecord decision =
                new DecisionRecord(
                        row.getLong("decided_minor"),
                        row.getString("response_code"),
                        row.getString("approval_code"),
                        Rows.wireOrNull(row, "decline_code", DeclineCode.class),
                        Rows.codes(row, "failed_checks"),
                        row.getInt("rules_version"),
                        row.getLong("day_used_minor"),
                        row.getLong("month_used_minor"));
        return new Transaction(
                new TransactionId(Rows.uuid(row, "id")),
                Rows.messageRef(row),
                new CardOwner(
                        new AccountId(Rows.uuid(row, "account_id")),
                        Rows.wire(row, "mode", Mode.class),
                        new CardId(Rows.uuid(row, "card_id")),
                        new CustomerId(Rows.uuid(row, "customer_id")),
                        funding(row)),
                Rows.wire(row, "origin", Origin.class),
                Rows.wire(row, "type", TransactionType.class),
                Rows.wire(row, "status", TransactionStatus.class),
                new Amounts(
                        row.getLong("amount_minor"),
                        row.getLong("requested_minor"),
                        row.getLong("approved_minor"),
                        row.getLong("held_minor"),
                        row.getLong("cleared_minor"),
                        row.getLong("reversed_minor"),
                        row.getLong("expired_minor"),
                        row.getLong("refunded_minor")),
                Rows.currency(row, "currency"),
                new Hold(
                        unread(row.getInt("increments")),
                        Rows.longOrNull(row, "merchant_authorized_minor"),
                        Rows.longOrNull(row, "merchant_cleared_minor"),
                        Rows.instantOrNull(row, "replacement_stated_at"),
                        row.getObject("hold_until", LocalDate.class)),
                Rows.merchantClaim(row),
                Rows.wire(row, "network", Network.class),
                Rows.networkKeys(row),
                decision,
                row.getBoolean("skewed"),
                row.getInt("version"),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "decided_at"),
                Rows.instantOrNull(row, "settled_at"));
    }

    private static @Nullable FundingId funding(ResultSet row) throws SQLException {
        java.util.UUID id = Rows.uuidOrNull(row, "funding_id");
        return id == null ? null : new FundingId(id);
    }

    /** Placeholders for increments whose rows are read next. */
    private static List<Increment> unread(int count) {
        return Collections.nCopies(
                count, new Increment(new java.util.UUID(0, 0), 0, Instant.EPOCH));
    }
}
