package dev.countersign.reconcile.domain.breaks;

import dev.countersign.reconcile.domain.Wire;

/**
 * The urgency with which an operator must look at a break: critical the same day, high the next,
 * info never.
 */
public enum Severity implements Wire {
    CRITICAL,
    HIGH,
    MEDIUM,
    LOW,
    INFO
}
