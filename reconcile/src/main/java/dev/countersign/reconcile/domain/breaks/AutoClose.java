package dev.countersign.reconcile.domain.breaks;

/** The condition under which a break closes without an operator looking at it. */
public enum AutoClose {
    /** An operator has to decide. */
    NEVER,
    /** The break closes when later data makes the difference zero. */
    DIFFERENCE_GONE,
    /**
     * The break closes when merchant credits cover it, refunds and clearing reversals, or when a
     * late authorization shows that all was well.
     */
    MISSING_SIDE_CAME,
    /** The break closes when no operator objected for thirty days. */
    AFTER_THIRTY_DAYS
}
