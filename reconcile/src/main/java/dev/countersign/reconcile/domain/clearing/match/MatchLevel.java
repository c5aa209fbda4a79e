package dev.countersign.reconcile.domain.clearing.match;

import dev.countersign.reconcile.domain.Wire;

/**
 * By what a record found its authorization, the surest first. A record that was received before
 * (level 0) never gets here: its identity is unique.
 */
public enum MatchLevel implements Wire {
    /** Nothing fits. */
    NONE(0, 0),
    /** The network's id of the lifecycle and the card. */
    LIFECYCLE(1, 100),
    /** Retrieval reference and acquirer, the STAN where both have one, and the card. */
    REFERENCE(2, 95),
    /** Approval code and merchant or terminal, in time. */
    APPROVAL_AND_MERCHANT(3, 85),
    /** Approval code, an amount within the ceiling and the merchant category, in time. */
    APPROVAL_AND_AMOUNT(4, 70),
    /** The same amount at the same merchant within days. */
    AMOUNT_AND_MERCHANT(5, 50);

    private final int number;
    private final int score;

    MatchLevel(int number, int score) {
        this.number = number;
        this.score = score;
    }

    /** 1 is the surest, 5 the weakest, 0 none. */
    public int number() {
        return number;
    }

    /** Returns the certainty of the level, out of 100, where nothing reduces it. */
    public int score() {
        return score;
    }
}
