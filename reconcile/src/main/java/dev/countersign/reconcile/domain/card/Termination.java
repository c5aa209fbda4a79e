package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.Wire;

/** Why a card ended; a lost or stolen one is answered with its own response code. */
public enum Termination implements Wire {
    LOST,
    STOLEN,
    OTHER
}
