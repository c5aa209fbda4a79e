package dev.countersign.reconcile.domain.settlement;

import dev.countersign.reconcile.domain.Wire;

/** How soon a break must be looked at: critical the same day, high the next, info never. */
public enum Severity implements Wire {
    CRITICAL,
    HIGH,
    MEDIUM,
    LOW,
    INFO
}
