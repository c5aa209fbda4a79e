package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An operator's word on a clearing record.
 *
 * @param number counts those on a record
 * @param from the transaction that it was posted to; null for one in suspense
 * @param to null where the operator named the card alone
 * @param approvedBy the second operator, where it took one
 * @param postedOn the business date of the night that posted it; null while it waits
 */
public record Identification(
        UUID clearing,
        int number,
        @Nullable TransactionId from,
        @Nullable TransactionId to,
        Money amount,
        String reason,
        String by,
        @Nullable String approvedBy,
        Instant at,
        @Nullable LocalDate postedOn) {}
