package dev.countersign.reconcile.domain.settlement;

import static dev.countersign.reconcile.domain.settlement.Severity.CRITICAL;
import static dev.countersign.reconcile.domain.settlement.Severity.HIGH;
import static dev.countersign.reconcile.domain.settlement.Severity.INFO;
import static dev.countersign.reconcile.domain.settlement.Severity.LOW;
import static dev.countersign.reconcile.domain.settlement.Severity.MEDIUM;

/** The differences that the stream can find. Names are the field's, upper case everywhere. */
public enum BreakType {
    /**
     * The same business identity came again with other content; the second was not applied. Each
     * other content is a break of its own, however often it comes.
     */
    DEDUPE_CONFLICT(CRITICAL),
    /** A clearing record for a card that is not ours. */
    UNKNOWN_CARD(HIGH),
    /** An advice or a reversal in another currency than the card's; nothing was done with it. */
    CURRENCY_MISMATCH(HIGH),
    /** More was reversed than was held; the hold stopped at zero. */
    REVERSAL_EXCEEDS(MEDIUM),
    /** A reversal of what has already cleared; only clearing moves money. */
    REVERSAL_AFTER_CLEARING(MEDIUM),
    /** The network decided otherwise than we did, or than we would have. */
    STIP_OVERRIDE(LOW),
    /** A request's own time was too far from the broker's, whose time was used. */
    CLOCK_SKEW(LOW),
    /** A refund that names no purchase we know. */
    REFUND_UNLINKED(INFO);

    private final Severity severity;

    BreakType(Severity severity) {
        this.severity = severity;
    }

    public Severity severity() {
        return severity;
    }
}
