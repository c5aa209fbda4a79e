package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.ledger.LedgerAccount;

/**
 * The balance that the book carries for a record that no cardholder was charged or credited with in
 * full.
 *
 * @param suspendedMinor what suspense carries, in the currency the record is settled in: above 0
 *     what nobody was charged with, below 0 what nobody was credited with
 * @param writtenOffMinor what of it the write-offs carry, with the same sign
 * @param entries how many took some of it out again, or corrected its interchange; the next one
 *     follows them
 */
public record SuspenseBalance(long suspendedMinor, long writtenOffMinor, int entries) {

    /** Of a record that was charged or credited in full when it was settled. */
    public static final SuspenseBalance NOTHING = new SuspenseBalance(0, 0, 0);

    /**
     * The account that faces the network: suspense, or the write-offs once it was written off. Who
     * is charged or credited after all gets it from there.
     */
    public LedgerAccount facing() {
        return suspendedMinor == 0 ? LedgerAccount.WRITE_OFFS : LedgerAccount.SUSPENSE;
    }

    /** Returns the amount that is still there, wherever it is. */
    public long minor() {
        return Math.abs(suspendedMinor == 0 ? writtenOffMinor : suspendedMinor);
    }
}
