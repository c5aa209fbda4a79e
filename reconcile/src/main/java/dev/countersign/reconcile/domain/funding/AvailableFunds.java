package dev.countersign.reconcile.domain.funding;

import java.math.BigInteger;

/**
 * Amounts that can be spent, in minor units, as a decision compares them. What advices and
 * clearings take is without bounds; no amount that is asked for is greater than these, either way.
 */
public final class AvailableFunds {

    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger LEAST = BigInteger.valueOf(-Long.MAX_VALUE);

    private AvailableFunds() {}

    /** The nearest amount within the bounds. */
    public static long of(BigInteger minor) {
        return minor.min(MOST).max(LEAST).longValueExact();
    }

    /** The amount that is left after so much more is held. */
    public static long less(long available, BigInteger held) {
        return of(BigInteger.valueOf(available).subtract(held));
    }
}
