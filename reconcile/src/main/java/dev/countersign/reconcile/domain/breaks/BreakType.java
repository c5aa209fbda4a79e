package dev.countersign.reconcile.domain.breaks;

import static dev.countersign.reconcile.domain.breaks.AutoClose.AFTER_THIRTY_DAYS;
import static dev.countersign.reconcile.domain.breaks.AutoClose.DIFFERENCE_GONE;
import static dev.countersign.reconcile.domain.breaks.AutoClose.MISSING_SIDE_CAME;
import static dev.countersign.reconcile.domain.breaks.AutoClose.NEVER;
import static dev.countersign.reconcile.domain.breaks.Severity.CRITICAL;
import static dev.countersign.reconcile.domain.breaks.Severity.HIGH;
import static dev.countersign.reconcile.domain.breaks.Severity.INFO;
import static dev.countersign.reconcile.domain.breaks.Severity.LOW;
import static dev.countersign.reconcile.domain.breaks.Severity.MEDIUM;

/**
 * The types of breaks that the stream and the night can find. Names are the field's, upper case
 * everywhere.
 */
public enum BreakType {
    /**
     * The same business identity came again with other content; the second was not applied. Each
     * other content is a break of its own, however often it comes.
     */
    DEDUPE_CONFLICT(CRITICAL, NEVER),
    /** The amount booked towards the network is not what the clearing records say. */
    LEDGER_MISMATCH(CRITICAL, NEVER),
    /** A record could not be processed: nothing of it is booked, and later nights try it again. */
    RECORD_NOT_POSTED(CRITICAL, DIFFERENCE_GONE),
    /** The total of the clearing records is not what the network says. */
    TOTALS_MISMATCH(HIGH, DIFFERENCE_GONE),
    /** A clearing file that should be there is not, or its control totals are wrong. */
    MISSING_FILE(HIGH, DIFFERENCE_GONE),
    /** A number is missing in the sequence of clearing files or of bank statements, or a page. */
    SEQUENCE_GAP(HIGH, DIFFERENCE_GONE),
    /** The amount that the bank moved is not what the network says. */
    BANK_MISMATCH(HIGH, DIFFERENCE_GONE),
    /** The amount that counts towards a card's limits on a day is not what its messages say. */
    USAGE_DRIFT(HIGH, DIFFERENCE_GONE),
    /**
     * A network settled other money for a dispute than it claims, or for a case that is not ours.
     */
    DISPUTE_MISMATCH(HIGH, DIFFERENCE_GONE),
    /**
     * Clearings took more from a funding account than was there. It is brought up to date each
     * night.
     */
    FUNDS_NEGATIVE(HIGH, DIFFERENCE_GONE),
    /** A month ended with a position in a currency whose rate is not known. */
    FX_RATE_MISSING(HIGH, DIFFERENCE_GONE),
    /** A clearing record for a card that is not ours. */
    UNKNOWN_CARD(HIGH, NEVER),
    /**
     * A message in another currency than the card's: an advice or a reversal was not applied, a
     * record of a settlement cycle waits in suspense, a single message was charged and is in no
     * cycle. A record is posted once its program settles in the currency.
     */
    CURRENCY_MISMATCH(HIGH, DIFFERENCE_GONE),
    /** Several authorizations fit a clearing record equally; none was touched. */
    AMBIGUOUS_MATCH(HIGH, NEVER),
    /** A clearing is taken back that was never posted. */
    REVERSAL_UNMATCHED(HIGH, DIFFERENCE_GONE),
    /** More cleared than the authorization and its ceiling allow. */
    AMOUNT_OVER(MEDIUM, MISSING_SIDE_CAME),
    /** The same purchase cleared a second time. */
    DUPLICATE_CLEARING(MEDIUM, MISSING_SIDE_CAME),
    /** Cleared although it was declined. */
    CLEARED_AFTER_DECLINE(MEDIUM, MISSING_SIDE_CAME),
    /** Cleared although the merchant had reversed it. */
    CLEARED_AFTER_REVERSAL(MEDIUM, MISSING_SIDE_CAME),
    /** Cleared after the time in which the merchant may present. */
    LATE_PRESENTMENT(MEDIUM, MISSING_SIDE_CAME),
    /** Cleared without any authorization. */
    CLEARING_WITHOUT_AUTH(MEDIUM, MISSING_SIDE_CAME),
    /** More was given back, by refunds, reversals and chargebacks won, than had cleared. */
    REFUND_EXCEEDS(MEDIUM, MISSING_SIDE_CAME),
    /** More was reversed than was held, or had cleared of the transaction; it stopped at zero. */
    REVERSAL_EXCEEDS(MEDIUM, NEVER),
    /** A reversal of what has already cleared; only clearing moves money. */
    REVERSAL_AFTER_CLEARING(MEDIUM, NEVER),
    /** The billed amount moved further between authorization and clearing than rates do. */
    FX_VARIANCE(LOW, AFTER_THIRTY_DAYS),
    /**
     * The network and we agree about the records of a cycle, and not about what is earned on them.
     * The night also closes it when the difference is gone.
     */
    INTERCHANGE_VARIANCE(LOW, AFTER_THIRTY_DAYS),
    /** Records of a program earned something else than the imported rates come to. */
    RATE_VARIANCE(LOW, AFTER_THIRTY_DAYS),
    /** The network decided otherwise than we did, or than we would have. */
    STIP_OVERRIDE(LOW, AFTER_THIRTY_DAYS),
    /** A request's own time was too far from the broker's, whose time was used. */
    CLOCK_SKEW(LOW, AFTER_THIRTY_DAYS),
    /** A clearing record found its authorization by amount, merchant and date alone. */
    LOW_CONFIDENCE(LOW, AFTER_THIRTY_DAYS),
    /**
     * A refund that names no purchase we know. The night also closes it when that becomes known.
     */
    REFUND_UNLINKED(INFO, AFTER_THIRTY_DAYS);

    private final Severity severity;
    private final AutoClose autoClose;

    BreakType(Severity severity, AutoClose autoClose) {
        this.severity = severity;
        this.autoClose = autoClose;
    }

    public Severity severity() {
        return severity;
    }

    /** Returns the condition under which a break of this type closes by itself. */
    public AutoClose autoClose() {
        return autoClose;
    }
}
