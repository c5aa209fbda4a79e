package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion.Purpose;

/** The meaning of a transaction for the cardholder. */
public enum TransactionType implements Wire {
    PURCHASE,
    REFUND,
    CASH_WITHDRAWAL;

    /** The type of a transaction that was asked for with this purpose. */
    public static TransactionType of(Purpose purpose) {
        return switch (purpose) {
            case CASH_WITHDRAWAL -> CASH_WITHDRAWAL;
            case REFUND -> REFUND;
            default -> PURCHASE;
        };
    }
}
