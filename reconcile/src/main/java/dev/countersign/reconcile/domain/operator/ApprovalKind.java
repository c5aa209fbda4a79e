package dev.countersign.reconcile.domain.operator;

import dev.countersign.reconcile.domain.Wire;

/** Actions that nobody takes alone: one operator asks, another agrees. */
public enum ApprovalKind implements Wire {
    /** A month is closed for good. */
    HARD_CLOSE_MONTH(OperatorRole.FINANCE),
    /** A month that is closed softly is opened again. */
    REOPEN_MONTH(OperatorRole.FINANCE),
    /** Card numbers are encrypted under a new key. */
    ROTATE_CARD_KEYS(OperatorRole.ADMINISTRATOR),
    /** A large amount is credited to a funding account. */
    CREDIT_FUNDS(OperatorRole.FINANCE),
    /** A large amount is debited from a funding account. */
    DEBIT_FUNDS(OperatorRole.FINANCE),
    /** A large amount of a currency is bought for an open position. */
    BUY_CURRENCY(OperatorRole.FINANCE);

    private final OperatorRole role;

    ApprovalKind(OperatorRole role) {
        this.role = role;
    }

    /** The role that both persons need. */
    public OperatorRole role() {
        return role;
    }
}
