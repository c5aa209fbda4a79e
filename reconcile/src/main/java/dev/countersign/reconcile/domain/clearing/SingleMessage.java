package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.id.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * An approved financial request that waits for the night. No clearing follows it: the message is
 * its own clearing record.
 *
 * @param interchangeMinor above 0 what the issuer earns; null where the message says none
 * @param interchangeCurrency as the message writes it; null where it is the card's
 */
public record SingleMessage(
        TransactionId transaction,
        @Nullable Long interchangeMinor,
        @Nullable String interchangeCurrency) {}
