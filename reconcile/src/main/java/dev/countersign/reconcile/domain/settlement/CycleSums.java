package dev.countersign.reconcile.domain.settlement;

import java.math.BigInteger;

/**
 * What our records of a cycle add up to, in minor units; exact, however large.
 *
 * @param interchange above 0 what the issuer earns
 */
public record CycleSums(
        long debitCount,
        BigInteger debit,
        long creditCount,
        BigInteger credit,
        BigInteger interchange,
        BigInteger fees) {

    public static final CycleSums NONE =
            new CycleSums(0, BigInteger.ZERO, 0, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO);

    /** With a record that the network is owed for. */
    public CycleSums plusDebit(long minor, long interchangeMinor) {
        return new CycleSums(
                debitCount + 1,
                debit.add(BigInteger.valueOf(minor)),
                creditCount,
                credit,
                interchange.add(BigInteger.valueOf(interchangeMinor)),
                fees);
    }

    /** With a record that the network owes for. */
    public CycleSums plusCredit(long minor, long interchangeMinor) {
        return new CycleSums(
                debitCount,
                debit,
                creditCount + 1,
                credit.add(BigInteger.valueOf(minor)),
                interchange.add(BigInteger.valueOf(interchangeMinor)),
                fees);
    }

    /** With a fee of the network. */
    public CycleSums plusFee(long minor) {
        return new CycleSums(
                debitCount,
                debit,
                creditCount,
                credit,
                interchange,
                fees.add(BigInteger.valueOf(minor)));
    }

    /** With the fees that the network says. */
    public CycleSums withFees(long minor) {
        return new CycleSums(
                debitCount, debit, creditCount, credit, interchange, BigInteger.valueOf(minor));
    }

    /** With the records of another portion. */
    public CycleSums plus(CycleSums other) {
        return new CycleSums(
                debitCount + other.debitCount,
                debit.add(other.debit),
                creditCount + other.creditCount,
                credit.add(other.credit),
                interchange.add(other.interchange),
                fees.add(other.fees));
    }

    /** Above 0 what the issuer pays. */
    public BigInteger net() {
        return debit.subtract(credit).subtract(interchange).add(fees);
    }
}
