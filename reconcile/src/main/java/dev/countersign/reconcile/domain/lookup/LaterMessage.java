package dev.countersign.reconcile.domain.lookup;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that came after the one that made the transaction.
 *
 * @param outcome what was done with it
 */
public record LaterMessage(
        UUID identity,
        String kind,
        String outcome,
        long minor,
        @Nullable String currency,
        @Nullable String responseCode,
        @Nullable String declineCode,
        Instant at) {}
