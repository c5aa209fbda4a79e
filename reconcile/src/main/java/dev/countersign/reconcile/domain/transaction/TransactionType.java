package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.Wire;

/** The meaning of a transaction for the cardholder. */
public enum TransactionType implements Wire {
    PURCHASE,
    REFUND,
    CASH_WITHDRAWAL
}
