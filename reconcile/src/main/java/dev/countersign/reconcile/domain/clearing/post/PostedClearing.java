package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.SuspenseBalance;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * A record that was settled before, this night or earlier.
 *
 * @param transaction what it was posted to; null for one that went to suspense and that nothing met
 *     since
 * @param reversedMinor what a clearing reversal reversed of its transaction, in minor units of the
 *     billed amount; 0 for any other record
 */
public record PostedClearing(
        ClearingRecord record,
        @Nullable TransactionId transaction,
        SuspenseBalance suspense,
        long reversedMinor) {

    /** A record as an outcome leaves it. */
    public static PostedClearing after(ClearingRecord record, ClearingOutcome outcome) {
        return new PostedClearing(
                record,
                outcome.transaction(),
                outcome.suspense(),
                record.kind() == MessageKind.CLEARING_REVERSAL
                        ? outcome.clearingReversedMinor()
                        : 0);
    }

    boolean in(TransactionId other) {
        return other.equals(transaction);
    }

    boolean reversal() {
        return record.kind() == MessageKind.CLEARING_REVERSAL;
    }
}
