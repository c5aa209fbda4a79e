package dev.countersign.reconcile.domain.ledger;

import dev.countersign.reconcile.domain.Wire;

/** One of the two sides of an account. */
public enum Side implements Wire {
    DEBIT,
    CREDIT;

    public Side opposite() {
        return this == DEBIT ? CREDIT : DEBIT;
    }
}
