package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.Wire;

/** The state of a card in its life. {@code TERMINATED} is final. */
public enum CardStatus implements Wire {
    PENDING,
    ACTIVE,
    FROZEN,
    TERMINATED
}
