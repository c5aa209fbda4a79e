package dev.countersign.reconcile.domain.account;

import dev.countersign.reconcile.domain.Wire;

/** Which of an account's two books a row belongs to. They never mix. */
public enum Mode implements Wire {
    LIVE,
    SANDBOX
}
