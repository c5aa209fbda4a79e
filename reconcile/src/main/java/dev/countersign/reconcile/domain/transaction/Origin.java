package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.Wire;

/** The kind of message that made the transaction, which decides what may still follow it. */
public enum Origin implements Wire {
    REQUEST,
    SINGLE_MESSAGE,
    ADVICE,
    INCREMENT,
    REFUND_REQUEST,
    REFUND,
    FORCE_POST
}
