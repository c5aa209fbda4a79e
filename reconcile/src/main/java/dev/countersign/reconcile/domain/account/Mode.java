package dev.countersign.reconcile.domain.account;

import dev.countersign.reconcile.domain.Wire;

/** One of an account's two books, to which a row belongs. The two never mix. */
public enum Mode implements Wire {
    LIVE,
    SANDBOX
}
