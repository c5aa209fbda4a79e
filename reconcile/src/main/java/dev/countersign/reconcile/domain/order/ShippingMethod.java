package dev.countersign.reconcile.domain.order;

import dev.countersign.reconcile.domain.Wire;

/** How fast a card is sent. */
public enum ShippingMethod implements Wire {
    STANDARD,
    EXPRESS
}
