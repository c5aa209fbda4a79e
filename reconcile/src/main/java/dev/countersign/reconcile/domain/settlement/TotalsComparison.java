package dev.countersign.reconcile.domain.settlement;

import dev.countersign.reconcile.domain.Wire;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Our records of a cycle against the network's total: count and amount, debit and credit apart, so
 * that one fault cannot hide another. Differences are the network's figure less ours. A total whose
 * net does not follow from its own parts differs from whatever we have.
 *
 * @param difference above 0 when the network asks for more than our records
 */
public record TotalsComparison(
        Verdict verdict,
        long debitCount,
        BigInteger debit,
        long creditCount,
        BigInteger credit,
        BigInteger interchange,
        BigInteger fees,
        BigInteger difference) {

    /** What the comparison says. */
    public enum Verdict implements Wire {
        /** The network has not said anything. */
        MISSING,
        /** The network's total is not complete: a difference means nothing yet. */
        WAITING,
        AGREES,
        DIFFERS
    }

    /** Compares; {@code total} is the latest version, null when there is none. */
    public static TotalsComparison of(CycleSums ours, @Nullable NetworkTotal total) {
        if (total == null) {
            return of(Verdict.MISSING, ours, 0, 0, 0, 0, 0, 0, 0);
        }
        TotalsComparison compared =
                of(
                        Verdict.WAITING,
                        ours,
                        total.debitCount(),
                        total.debitMinor(),
                        total.creditCount(),
                        total.creditMinor(),
                        total.interchangeNet(),
                        total.fees(),
                        total.netMinor());
        return total.complete() ? compared.judged(total.consistent()) : compared;
    }

    private static TotalsComparison of(
            Verdict verdict,
            CycleSums ours,
            long debitCount,
            long debit,
            long creditCount,
            long credit,
            long interchange,
            long fees,
            long net) {
        return new TotalsComparison(
                verdict,
                debitCount - ours.debitCount(),
                BigInteger.valueOf(debit).subtract(ours.debit()),
                creditCount - ours.creditCount(),
                BigInteger.valueOf(credit).subtract(ours.credit()),
                BigInteger.valueOf(interchange).subtract(ours.interchange()),
                BigInteger.valueOf(fees).subtract(ours.fees()),
                BigInteger.valueOf(net).subtract(ours.net()));
    }

    private TotalsComparison judged(boolean consistent) {
        boolean agrees =
                consistent
                        && debitCount == 0
                        && creditCount == 0
                        && debit.signum() == 0
                        && credit.signum() == 0
                        && (fees.signum() == 0 || feesDue());
        return new TotalsComparison(
                agrees ? Verdict.AGREES : Verdict.DIFFERS,
                debitCount,
                debit,
                creditCount,
                credit,
                interchange,
                fees,
                difference);
    }

    /** True when fees are missing, which are the network's to say, and an account can hold them. */
    public boolean feesDue() {
        return fees.signum() != 0 && fees.abs().bitLength() < Long.SIZE;
    }

    /** True when the records agree and only what is earned on them does not. */
    public boolean interchangeVaries() {
        return verdict == Verdict.AGREES && interchange.signum() != 0;
    }

    /** How much money is in question: the larger of what debits and credits differ by. */
    public BigInteger amount() {
        return debit.abs().max(credit.abs());
    }
}
