package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.Wire;

/** Where a night is. Only a complete one lets the next begin. */
public enum NightState implements Wire {
    RUNNING,
    STOPPED,
    FAILED,
    COMPLETED
}
