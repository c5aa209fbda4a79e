package dev.countersign.reconcile.domain.authorization;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.MessageHeader;

/**
 * A question to the {@link Authorizer}.
 *
 * @param alreadyApprovedMinor what the same purchase was approved for before, for an increment: the
 *     single transaction limit holds for the sum
 * @param reversedBefore true when the acquirer has already taken the request back
 * @param nothingToAddTo true for an increment of a hold that is gone
 */
public record AuthorizationQuestion(
        MessageHeader header,
        CardActivity activity,
        Purpose purpose,
        long alreadyApprovedMinor,
        boolean reversedBefore,
        boolean nothingToAddTo) {

    /** The purpose of the cardholder, which determines the checks that apply. */
    public enum Purpose {
        PURCHASE,
        CASH_WITHDRAWAL,
        /** Money comes back: only the card itself is checked. */
        REFUND,
        /** No money moves: the card and its PIN are checked. */
        BALANCE_INQUIRY,
        ACCOUNT_VERIFICATION,
        /** Nothing that a rule knows. */
        UNKNOWN;

        /** True when no money could ever move: such a message makes no transaction. */
        public boolean asksOnly() {
            return this == BALANCE_INQUIRY || this == ACCOUNT_VERIFICATION;
        }

        /** True when the request would spend money. */
        public boolean spends() {
            return this == PURCHASE || this == CASH_WITHDRAWAL || this == UNKNOWN;
        }
    }
}
