package dev.countersign.reconcile.domain.feed;

import dev.countersign.reconcile.domain.Wire;

/** The card network a message came over. */
public enum Network implements Wire {
    VISA,
    MASTERCARD
}
