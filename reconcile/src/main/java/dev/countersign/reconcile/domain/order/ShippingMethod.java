package dev.countersign.reconcile.domain.order;

import dev.countersign.reconcile.domain.Wire;

/** The speed at which a card is sent. */
public enum ShippingMethod implements Wire {
    STANDARD,
    EXPRESS
}
