package dev.countersign.reconcile.domain.audit;

import dev.countersign.reconcile.domain.Wire;

/** Reasons to take a checkpoint of the audit trail. */
public enum CheckpointCause implements Wire {
    /** The trail has its first entries. */
    FIRST,
    /** The trail is a hundred entries longer. */
    HUNDRED,
    /** A night is complete. */
    NIGHT
}
