package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * A record that was settled before, this night or earlier.
 *
 * @param transaction what it was posted to; null for one that went to suspense and that nothing met
 *     since
 */
public record PostedClearing(
        ClearingRecord record, @Nullable TransactionId transaction, Carried carried) {

    boolean in(TransactionId other) {
        return other.equals(transaction);
    }

    boolean reversal() {
        return record.kind() == MessageKind.CLEARING_REVERSAL;
    }

    /** What a reversal has taken back, in minor units of the billed amount. */
    long takenMinor() {
        return record.amount().minor() - restMinor();
    }

    /** What a reversal has found nothing to take back for, in minor units of the billed amount. */
    long restMinor() {
        long network = record.networkMoney().minor();
        long billed = record.amount().minor();
        long left = Math.min(carried.minor(), network);
        return left == network ? billed : Ratio.of(billed, left, network);
    }
}
