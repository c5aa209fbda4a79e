package dev.countersign.reconcile.domain.lookup;

import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A refund and the purchase that it names: the other side of the one that is looked at.
 *
 * @param transaction the other side; null for a refund that no night has posted yet
 * @param settledOn the date whose night settled the refund; null until then
 */
public record RelatedRefund(
        @Nullable TransactionId transaction,
        long minor,
        String currency,
        @Nullable String merchant,
        Instant at,
        @Nullable LocalDate settledOn) {}
