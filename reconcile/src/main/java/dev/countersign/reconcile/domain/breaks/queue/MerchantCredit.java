package dev.countersign.reconcile.domain.breaks.queue;

import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A record that gives something back of the purchase of a break.
 *
 * @param reversal true for a reversal of what was posted, false for a refund
 * @param coversMinor what of it covers the break
 * @param transaction the refund's own transaction, where it has one
 * @param settledOn the date whose night gave it back; null until then
 * @param suspended true while it is in suspense, and so gives nothing back
 */
public record MerchantCredit(
        UUID row,
        boolean reversal,
        long minor,
        long coversMinor,
        String currency,
        Instant at,
        @Nullable TransactionId transaction,
        @Nullable LocalDate settledOn,
        boolean suspended) {}
