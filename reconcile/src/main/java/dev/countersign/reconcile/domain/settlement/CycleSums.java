package dev.countersign.reconcile.domain.settlement;

import java.math.BigInteger;

/**
 * The sums of our records of a cycle, in minor units; exact, however large.
 *
 * @param interchange above 0 what the issuer earns
 * @param fees all that the issuer pays to the network for its service
 * @param collected the part of the fees that the network took by messages of their own
 */
public record CycleSums(
        long debitCount,
        BigInteger debit,
        long creditCount,
        BigInteger credit,
        BigInteger interchange,
        BigInteger fees,
        BigInteger collected) {

    /** With other fees that are in no message. */
    public CycleSums plusFees(BigInteger more) {
        return new CycleSums(
                debitCount, debit, creditCount, credit, interchange, fees.add(more), collected);
    }

    /** Above 0 what the issuer pays. */
    public BigInteger net() {
        return debit.subtract(credit).subtract(interchange).add(fees);
    }
}
