package dev.countersign.reconcile.domain.authorization;

import dev.countersign.reconcile.domain.Wire;

/** The reason for which a transaction was declined, as the interface shows it. */
public enum DeclineReason implements Wire {
    INSUFFICIENT_FUNDS,
    CARD_FROZEN,
    SPENDING_LIMIT_EXCEEDED,
    AUTHORIZATION_CONTROL,
    INCORRECT_PIN,
    SUSPECTED_FRAUD,
    OTHER
}
