package dev.countersign.reconcile.domain.settlement;

import java.math.BigInteger;

/**
 * Our records of a cycle against the network's complete total: count and amount, debit and credit
 * apart, so that one fault cannot hide another. Differences are the network's figure less ours.
 *
 * @param consistent false when the network's net does not follow from its own parts, and so differs
 *     from whatever we have
 * @param difference of the nets, above 0 when the network asks for more than our records
 */
public record TotalsComparison(
        boolean consistent,
        long debitCount,
        BigInteger debit,
        long creditCount,
        BigInteger credit,
        BigInteger interchange,
        BigInteger fees,
        BigInteger difference) {

    public static TotalsComparison of(CycleSums ours, NetworkTotal total) {
        return new TotalsComparison(
                total.consistent(),
                total.debitCount() - ours.debitCount(),
                BigInteger.valueOf(total.debitMinor()).subtract(ours.debit()),
                total.creditCount() - ours.creditCount(),
                BigInteger.valueOf(total.creditMinor()).subtract(ours.credit()),
                BigInteger.valueOf(total.interchangeNet()).subtract(ours.interchange()),
                BigInteger.valueOf(total.fees()).subtract(ours.fees()),
                BigInteger.valueOf(total.netMinor()).subtract(ours.net()));
    }

    /**
     * Returns the amount that is to be booked so that our fees are those of a total. Fees are the
     * network's to state, and a total also names fees that are in no message. But a total that
     * lacks a fee that was collected contradicts our records, and then nothing is booked beside
     * what was collected. A total that contradicts itself says nothing, and no journal can book
     * more than an account holds.
     *
     * @return 0 when nothing is to be booked
     */
    public static long feesDue(CycleSums ours, NetworkTotal total) {
        BigInteger stated = BigInteger.valueOf(total.fees());
        BigInteger collected = ours.collected();
        boolean holdsCollected =
                collected.signum() == 0
                        || (stated.signum() == collected.signum()
                                && stated.abs().compareTo(collected.abs()) >= 0);
        BigInteger due = (holdsCollected ? stated : collected).subtract(ours.fees());
        // The amount of a journal has no sign, so that the smallest long fits none.
        return total.consistent() && due.abs().bitLength() < Long.SIZE ? due.longValueExact() : 0;
    }

    /** True when the records agree, whatever is earned on them. */
    public boolean agrees() {
        return consistent
                && debitCount == 0
                && creditCount == 0
                && debit.signum() == 0
                && credit.signum() == 0
                && fees.signum() == 0;
    }

    /** True when the records agree and only what is earned on them does not. */
    public boolean interchangeVaries() {
        return agrees() && interchange.signum() != 0;
    }

    /** Returns the amount of money in question: the larger of what debits and credits differ by. */
    public BigInteger amount() {
        return debit.abs().max(credit.abs());
    }
}
