package dev.countersign.reconcile.domain.money;

import java.math.BigInteger;

/** Exact proportions of amounts, rounded down, that never overflow. */
public final class Ratio {

    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private Ratio() {}

    /** {@code amount * numerator / denominator}, rounded down, at most the largest long. */
    public static long of(long amount, long numerator, long denominator) {
        if (Math.multiplyHigh(amount, numerator) == 0 && amount * numerator >= 0) {
            return amount * numerator / denominator;
        }
        return BigInteger.valueOf(amount)
                .multiply(BigInteger.valueOf(numerator))
                .divide(BigInteger.valueOf(denominator))
                .min(MAX)
                .longValue();
    }

    /** The sum, at most the largest long. */
    public static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
