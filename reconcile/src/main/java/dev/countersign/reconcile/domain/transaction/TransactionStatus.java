package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.Wire;

/** Where a transaction is in its life; the specification's four states. */
public enum TransactionStatus implements Wire {
    AUTHORIZED,
    DECLINED,
    REVERSED,
    SETTLED
}
