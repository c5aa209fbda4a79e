package dev.countersign.reconcile.domain.transaction;

import org.jspecify.annotations.Nullable;

/** Sums of what messages say in the merchant's currency; null is what none of them tells. */
public final class MerchantAmounts {

    private MerchantAmounts() {}

    /** Both together; null where one is not known, or no record could hold their sum. */
    public static @Nullable Long sum(@Nullable Long a, @Nullable Long b) {
        return a == null || b == null || a > Long.MAX_VALUE - b ? null : Long.valueOf(a + b);
    }

    /**
     * Returns what is left; null where one amount is not known, or more is taken than there was.
     */
    public static @Nullable Long difference(@Nullable Long all, @Nullable Long part) {
        return all == null || part == null || part > all ? null : Long.valueOf(all - part);
    }
}
