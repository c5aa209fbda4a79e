package dev.countersign.reconcile.domain.card;

import org.jspecify.annotations.Nullable;

/** A card's limits in minor units of its currency. Null is not enforced; 0 lets only 0 pass. */
public record SpendingLimits(
        @Nullable Long singleTransaction, @Nullable Long daily, @Nullable Long monthly) {

    public static final SpendingLimits NONE = new SpendingLimits(null, null, null);
}
