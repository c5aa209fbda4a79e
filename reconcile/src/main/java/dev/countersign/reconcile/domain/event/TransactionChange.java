package dev.countersign.reconcile.domain.event;

import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that was made or changed, in what the interface shows of it; all else of it never
 * changes.
 *
 * @param cause the kind of message that did it, or {@code night}
 * @param before null where the transaction is new
 */
public record TransactionChange(
        TransactionId id, String cause, @Nullable VisibleState before, VisibleState after) {

    /**
     * The part of a transaction that is shown, at one moment.
     *
     * @param otherMinor the amount; null where it is what was asked for
     * @param otherMerchantMinor the same in the merchant's currency
     * @param settledAt to the millisecond
     */
    public record VisibleState(
            TransactionStatus status,
            @Nullable Long otherMinor,
            @Nullable Long otherMerchantMinor,
            @Nullable Instant settledAt) {

        public static VisibleState of(Transaction transaction) {
            Instant settledAt = transaction.settledAt();
            return new VisibleState(
                    transaction.status(),
                    unless(
                            transaction.amounts().displayAmount(),
                            transaction.amounts().requested()),
                    unless(transaction.merchantAmount(), transaction.claim().amount().minor()),
                    settledAt == null ? null : settledAt.truncatedTo(ChronoUnit.MILLIS));
        }

        private static @Nullable Long unless(long shown, long asked) {
            return shown == asked ? null : Long.valueOf(shown);
        }
    }
}
