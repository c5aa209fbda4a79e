package dev.countersign.reconcile.domain.feed.evidence;

/** The transaction status of EMV 3-D Secure. */
public enum TransStatus {
    /** Authenticated. */
    Y,
    /** Attempted, not authenticated. */
    A,
    /** Not authenticated: refused. */
    N,
    /** Authentication could not be performed. */
    U,
    /** Rejected by the issuer. */
    R,
    /** Informational only. */
    I
}
