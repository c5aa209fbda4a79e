package dev.countersign.reconcile.domain.operator;

import dev.countersign.reconcile.domain.Wire;

/** What nobody does alone: one person asks for it, another agrees. */
public enum SharedDeed implements Wire {
    /** A month is closed for good. */
    HARD_CLOSE_MONTH,
    /** A month that is closed softly is opened again. */
    REOPEN_MONTH,
    /** Card numbers are encrypted under a new key. */
    ROTATE_CARD_KEYS
}
