package dev.countersign.reconcile.domain.pin;

import dev.countersign.reconcile.domain.Wire;

/** Whether a card has a PIN that can be used. */
public enum PinStatus implements Wire {
    SET,
    NOT_SET,
    BLOCKED
}
