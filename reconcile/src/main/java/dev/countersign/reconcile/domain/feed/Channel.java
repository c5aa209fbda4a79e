package dev.countersign.reconcile.domain.feed;

import dev.countersign.reconcile.domain.Wire;

/** Where the card met the merchant. */
public enum Channel implements Wire {
    ONLINE,
    IN_STORE,
    CONTACTLESS,
    ATM
}
