package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.Wire;

/** The reason for which a transaction is disputed. */
public enum DisputeReason implements Wire {
    FRAUD,
    DUPLICATE,
    INCORRECT_AMOUNT,
    GOODS_NOT_RECEIVED,
    GOODS_NOT_AS_DESCRIBED,
    OTHER
}
