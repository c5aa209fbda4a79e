package dev.countersign.reconcile.domain.feed;

/** The operation that the first two digits of the processing code (DE3) ask for. */
public enum Processing {
    PURCHASE,
    CASH_WITHDRAWAL,
    REFUND,
    INQUIRY,
    VERIFICATION,
    /** A code that no rule knows: a request with it is declined as an invalid transaction. */
    UNKNOWN
}
