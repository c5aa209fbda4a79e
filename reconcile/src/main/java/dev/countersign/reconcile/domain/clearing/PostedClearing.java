package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.id.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * A record that was settled before, this night or earlier.
 *
 * @param transaction what it was posted to; null while it is in suspense
 */
public record PostedClearing(ClearingRecord record, @Nullable TransactionId transaction) {

    boolean in(TransactionId other) {
        return other.equals(transaction);
    }
}
