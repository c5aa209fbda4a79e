package dev.countersign.reconcile.domain.settlement;

/** When a break closes without anybody looking at it. */
public enum AutoClose {
    /** Somebody has to decide. */
    NEVER,
    /** When later data makes the difference zero. */
    DIFFERENCE_GONE,
    /**
     * When the merchant gives the money back (a refund or clearing reversal of the same amount), or
     * a late authorization shows that all was well.
     */
    MISSING_SIDE_CAME,
    /** When nobody objected for thirty days. */
    AFTER_THIRTY_DAYS
}
