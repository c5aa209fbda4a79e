package dev.countersign.reconcile.domain.feed;

import dev.countersign.reconcile.domain.Wire;

/** The place where the card met the merchant. */
public enum Channel implements Wire {
    ONLINE,
    IN_STORE,
    CONTACTLESS,
    ATM
}
