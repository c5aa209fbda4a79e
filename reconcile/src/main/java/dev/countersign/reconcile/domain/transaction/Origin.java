package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.Wire;

/** Which message made the transaction, and so what may still follow it. */
public enum Origin implements Wire {
    REQUEST,
    SINGLE_MESSAGE,
    ADVICE,
    INCREMENT,
    REFUND_REQUEST,
    REFUND,
    FORCE_POST
}
