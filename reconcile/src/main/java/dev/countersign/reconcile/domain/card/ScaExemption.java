package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.Wire;

/**
 * The reason for which strong customer authentication may be left out (Regulation (EU) 2018/389).
 */
public enum ScaExemption implements Wire {
    LOW_VALUE,
    TRUSTED_BENEFICIARY,
    TRANSACTION_RISK_ANALYSIS
}
