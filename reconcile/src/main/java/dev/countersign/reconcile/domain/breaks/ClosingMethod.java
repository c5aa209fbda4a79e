package dev.countersign.reconcile.domain.breaks;

import dev.countersign.reconcile.domain.Wire;

/** Ways to close a break that two operators take together. */
public enum ClosingMethod implements Wire {
    /** The issuer takes the loss. */
    WRITE_OFF,
    /** It is explained, and settled. */
    RESOLVE,
    /** It is known whose card its record is of. */
    IDENTIFY,
    /** It is known to which transaction its record belongs. */
    MATCH
}
