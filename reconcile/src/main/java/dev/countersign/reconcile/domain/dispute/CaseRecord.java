package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * A chargeback, representment or arbitration as a record of a settlement cycle. Its amount is what
 * {@code settlement} says. A record that names a settlement date and no amount settles the amount
 * of the case: a chargeback that is accepted is paid, a representment takes it back.
 *
 * @param stage of the case, in the network's words
 * @param caseMinor the amount of the case; null where none is said
 * @param caseCurrency its currency
 */
public record CaseRecord(
        MessageKind kind,
        @Nullable String stage,
        @Nullable Long caseMinor,
        @Nullable String caseCurrency,
        Settlement settlement) {

    /** The meaning of a record for us. */
    public enum Fit {
        /** It is money of the dispute. */
        FITS,
        /** The case is none of our disputes. */
        UNKNOWN_CASE,
        /** The dispute is in another currency. */
        OTHER_CURRENCY,
        /** It is more than the dispute claims. */
        TOO_MUCH
    }

    /**
     * A dispute of ours that a case is.
     *
     * @param minor all that it ever claimed
     */
    public record OwnClaim(long minor, String currency) {}

    /** Above 0 what the network is owed, below 0 what it pays; 0 where it settles nothing. */
    public long minor() {
        Long said = settlement.minor();
        if (said != null) {
            return Math.max(said, -Long.MAX_VALUE);
        }
        if (settlement.date() == null || caseMinor == null) {
            return 0;
        }
        return switch (kind) {
            case CHARGEBACK -> "accepted".equals(stage) ? -caseMinor : 0;
            case REPRESENTMENT -> "received".equals(stage) ? caseMinor : 0;
            default -> 0;
        };
    }

    /** The code of the currency that it settles in; null where it says none. */
    public @Nullable String currency() {
        return settlement.currency() == null ? caseCurrency : settlement.currency();
    }

    /**
     * Returns what the record is for a dispute.
     *
     * @param own null where the case is none of ours
     */
    public Fit with(@Nullable OwnClaim own) {
        if (own == null) {
            return Fit.UNKNOWN_CASE;
        }
        String code = currency();
        if (code != null && !code.equals(own.currency())) {
            return Fit.OTHER_CURRENCY;
        }
        return Math.abs(minor()) > own.minor() ? Fit.TOO_MUCH : Fit.FITS;
    }
}
