package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.Wire;

/** Whether a card is made of plastic. */
public enum CardType implements Wire {
    VIRTUAL,
    PHYSICAL
}
