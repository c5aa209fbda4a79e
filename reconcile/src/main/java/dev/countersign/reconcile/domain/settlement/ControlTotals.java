package dev.countersign.reconcile.domain.settlement;

import java.math.BigInteger;

/**
 * The number of records in a clearing file and their sums, debit and credit apart. The sums are of
 * billed amounts in minor units whatever their currency. They prove that nothing was lost or
 * changed on the way, and are no money.
 */
public record ControlTotals(
        long debitCount, BigInteger debit, long creditCount, BigInteger credit) {

    /** The larger of what debits and credits differ by. */
    public BigInteger difference(ControlTotals other) {
        return debit.subtract(other.debit).abs().max(credit.subtract(other.credit).abs());
    }
}
