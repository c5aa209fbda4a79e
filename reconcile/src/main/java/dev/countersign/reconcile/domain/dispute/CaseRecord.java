package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.program.SettlementCurrency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chargeback, representment or arbitration as a record of a settlement cycle. Its amount is what
 * {@code settlement} says. A record that names a settlement date and no amount settles the amount
 * of the case: a chargeback that is accepted is paid, a representment takes it back. One that names
 * another currency than the case's and no amount settles nothing. One that is settled in another
 * currency than the dispute's is worth to it the amount of the case.
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
        /** The dispute is in another currency, and its program is not settled in this one. */
        OTHER_CURRENCY,
        /**
         * Its program is settled so, and the amount of the case is in no currency of the dispute.
         */
        NO_CLAIM,
        /** It is more than the dispute claims. */
        TOO_MUCH
    }

    /**
     * A dispute of ours that a case is.
     *
     * @param minor all that it ever claimed
     * @param settlementCurrencies in which currencies, beside that of the dispute, its program is
     *     settled
     */
    public record OwnClaim(
            long minor, String currency, List<SettlementCurrency> settlementCurrencies) {

        public OwnClaim {
            settlementCurrencies = List.copyOf(settlementCurrencies);
        }
    }

    /** Above 0 what the network is owed, below 0 what it pays; 0 where it settles nothing. */
    public long minor() {
        Long stated = settlement.minor();
        if (stated != null) {
            return Math.max(stated, -Long.MAX_VALUE);
        }
        boolean inItsCurrency =
                settlement.currency() == null || settlement.currency().equals(caseCurrency);
        if (settlement.date() == null || caseMinor == null || !inItsCurrency) {
            return 0; // no rate is guessed
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
     * Returns what it settles of a dispute, with the sign of {@link #minor}, in the dispute's
     * currency; null where it does not say.
     */
    public @Nullable Long minorOf(OwnClaim own) {
        if (settledAs(own)) {
            return minor();
        }
        return caseMinor != null && caseMinor > 0 && own.currency().equals(caseCurrency)
                ? Long.signum(minor()) * caseMinor
                : null;
    }

    private boolean settledAs(OwnClaim own) {
        String code = currency();
        return code == null || code.equals(own.currency());
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
        if (!settledAs(own)
                && own.settlementCurrencies().stream()
                        .noneMatch(agreed -> agreed.covers(settlement))) {
            return Fit.OTHER_CURRENCY;
        }
        Long claimed = minorOf(own);
        if (claimed == null) {
            return Fit.NO_CLAIM;
        }
        return Math.abs(claimed) > own.minor() ? Fit.TOO_MUCH : Fit.FITS;
    }
}
