package dev.countersign.reconcile.domain.ledger;

import dev.countersign.reconcile.domain.Wire;

/**
 * The events that happen to money. An event books a subject once, except for an event that goes on
 * part by part.
 */
public enum JournalEvent implements Wire {
    HOLD_CHANGED,
    HOLD_RELEASED,
    CLEARING,
    /** An approved financial request, which no clearing record follows. */
    SINGLE_MESSAGE,
    INTERCHANGE,
    /** Interchange of a record that was settled before, once it is known what it goes back with. */
    INTERCHANGE_CORRECTED,
    REFUND,
    CLEARING_REVERSAL,
    SCHEME_FEE,
    SUSPENSE,
    SUSPENSE_IDENTIFIED,
    SUSPENSE_WRITTEN_OFF,
    /** A clearing that was posted goes back to suspense: an operator says it belongs elsewhere. */
    CLEARING_RETURNED,
    TOTAL_DIFFERENCE,
    NETWORK_PAID,
    /** The bank took a fee for the settlement account. */
    BANK_FEE,
    /** An owner paid money in to a funding account. */
    FUNDING_CREDIT,
    /** An owner took money out of a funding account. */
    FUNDING_DEBIT,
    DISPUTE_OPENED,
    /** A cycle settles a chargeback. */
    CHARGEBACK_SETTLED,
    /** A cycle settles a representment. */
    REPRESENTMENT_SETTLED,
    /** A cycle settles what an arbitration says. */
    ARBITRATION_SETTLED,
    /** The network is to settle for a dispute what no cycle has settled, or has settled since. */
    DISPUTE_AWAITED,
    /** Records of a dispute that contradict it are written off, or were. */
    DISPUTE_WRITTEN_OFF,
    DISPUTE_WON,
    DISPUTE_LOST,
    /** Less is left of the transaction than a dispute of it claimed. */
    DISPUTE_REDUCED,
    DISPUTE_WITHDRAWN,
    /** The currency position is worth something else at the end of a month. */
    REVALUATION,
    /** Currency was bought for an open position. */
    CURRENCY_BOUGHT,
    /** No position is open any more: what is left was gained or lost. */
    EXCHANGE_RESULT,
    /** Takes back a journal that was wrong: its lines with the sides changed. */
    CORRECTION
}
