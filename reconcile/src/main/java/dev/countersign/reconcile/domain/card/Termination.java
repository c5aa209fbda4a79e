package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.Wire;

/**
 * The reason for which a card ended. A lost or stolen card is answered with its own response code.
 */
public enum Termination implements Wire {
    LOST,
    STOLEN,
    OTHER
}
