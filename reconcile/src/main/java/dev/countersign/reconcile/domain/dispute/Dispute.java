package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A disagreement about a settled transaction.
 *
 * @param amountMinor disputed, in minor units of the transaction's currency
 * @param evidence a JSON object, kept as it was given
 */
public record Dispute(
        DisputeId id,
        TransactionId transactionId,
        long amountMinor,
        String currency,
        DisputeReason reason,
        DisputeStatus status,
        @Nullable String evidence,
        Instant createdAt,
        @Nullable Instant resolvedAt) {

    /** Maximum number of bytes of UTF-8 that evidence has. */
    public static final int EVIDENCE_BYTES_MAX = 64 * 1_024;
}
