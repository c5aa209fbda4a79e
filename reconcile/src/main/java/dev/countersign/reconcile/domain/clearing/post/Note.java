package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.Wire;

/**
 * A fact worth knowing about a settled record, though no operator has to explain it.
 *
 * @param minor what it is about, in minor units of the card's currency; a drift has a sign
 */
public record Note(NoteSubject about, long minor) {

    /** The subject of a note. */
    public enum NoteSubject implements Wire {
        /** The last part cleared less than was authorized; the rest is given back. */
        UNDER,
        /** Rates moved the billed amount between authorization and clearing. */
        FX_DRIFT,
        /** Another record of the same purchase came without having been announced. */
        SPLIT_WITHOUT_SEQUENCE,
        /** The card was closed; it is posted all the same. */
        CARD_TERMINATED,
        /** The card was frozen; it is posted all the same. */
        CARD_FROZEN,
        /** The card was never activated; it is posted all the same. */
        CARD_PENDING,
        /** The card had expired; it is posted all the same. */
        CARD_EXPIRED,
        /** Interchange is stated in a currency that there is not; it was not booked. */
        INTERCHANGE_CURRENCY
    }
}
