package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.Wire;

/** Where a card is in its life. {@code TERMINATED} is final. */
public enum CardStatus implements Wire {
    PENDING,
    ACTIVE,
    FROZEN,
    TERMINATED
}
