package dev.countersign.reconcile.domain.lookup;

import java.math.BigInteger;

/** The amounts that the cards of a card lineage spent on a day and in its month. */
public record SpentAmounts(BigInteger dayMinor, BigInteger monthMinor) {}
