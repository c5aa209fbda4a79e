package dev.countersign.reconcile.domain.lookup;

import dev.countersign.reconcile.domain.id.DisputeId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A dispute about a transaction, on its timeline. */
public record TransactionDispute(
        DisputeId id,
        String reason,
        String status,
        long minor,
        String currency,
        Instant at,
        @Nullable Instant resolvedAt) {}
