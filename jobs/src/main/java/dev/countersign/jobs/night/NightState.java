package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.Wire;

/** The state of a night. Only a complete night lets the next begin. */
public enum NightState implements Wire {
    RUNNING,
    STOPPED,
    FAILED,
    COMPLETED
}
