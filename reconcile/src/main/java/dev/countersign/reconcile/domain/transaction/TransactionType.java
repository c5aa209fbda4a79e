package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.Wire;

/** What a transaction is for the cardholder. */
public enum TransactionType implements Wire {
    PURCHASE,
    REFUND,
    CASH_WITHDRAWAL
}
