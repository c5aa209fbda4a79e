package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Account;
import org.jspecify.annotations.Nullable;

/**
 * A record that was settled before, this night or earlier.
 *
 * @param transaction what it was posted to; null for one that went to suspense and that nothing met
 *     since
 * @param suspendedMinor what suspense still carries for it, in the currency it is settled in: above
 *     0 what nobody was charged with, below 0 what nobody was credited with
 */
public record PostedClearing(
        ClearingRecord record, @Nullable TransactionId transaction, long suspendedMinor) {

    boolean in(TransactionId other) {
        return other.equals(transaction);
    }

    /**
     * The account that faces the network for a record that nothing met: suspense, or the write-offs
     * once it was written off. Who is charged or credited after all gets it from there.
     */
    Account facing() {
        return suspendedMinor == 0 ? Account.WRITE_OFFS : Account.SUSPENSE;
    }
}
