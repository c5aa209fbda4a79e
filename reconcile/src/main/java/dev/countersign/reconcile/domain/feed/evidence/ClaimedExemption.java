package dev.countersign.reconcile.domain.feed.evidence;

import dev.countersign.reconcile.domain.Wire;

/** The exemption from strong customer authentication that the acquirer asks for. */
public enum ClaimedExemption implements Wire {
    LOW_VALUE,
    TRUSTED_BENEFICIARY,
    TRANSACTION_RISK_ANALYSIS,
    NONE
}
