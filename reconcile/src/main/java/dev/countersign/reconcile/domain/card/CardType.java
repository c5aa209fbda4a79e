package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.Wire;

/** The form of a card: made of plastic or not. */
public enum CardType implements Wire {
    VIRTUAL,
    PHYSICAL
}
