package dev.countersign.reconcile.domain.settlement;

import java.math.BigInteger;

/**
 * The sums that a network states for a cycle, in minor units.
 *
 * @param interchangeNet above 0 what the issuer earns
 * @param netMinor above 0 what the issuer pays
 * @param complete false while more records of the cycle may come
 * @param version a higher one replaces a lower one
 */
public record NetworkTotal(
        CycleKey cycle,
        long debitCount,
        long debitMinor,
        long creditCount,
        long creditMinor,
        long interchangeNet,
        long fees,
        long netMinor,
        boolean complete,
        int version) {

    /** True when its net follows from its own parts. */
    public boolean consistent() {
        return BigInteger.valueOf(debitMinor)
                .subtract(BigInteger.valueOf(creditMinor))
                .subtract(BigInteger.valueOf(interchangeNet))
                .add(BigInteger.valueOf(fees))
                .equals(BigInteger.valueOf(netMinor));
    }
}
