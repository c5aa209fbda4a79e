package dev.countersign.reconcile.domain.authorization;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.MessageHeader;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.feed.NetworkMessage.IncrementalAuthorization;
import dev.countersign.reconcile.domain.feed.Processing;

/**
 * A question to the {@link Authorizer}.
 *
 * @param alreadyApprovedMinor what the same purchase was approved for before, for an increment: the
 *     single transaction limit holds for the sum
 * @param increment true for an increment, which is approved whole or not at all
 * @param reversedBefore true when the acquirer has already taken the request back
 * @param nothingToAddTo true for an increment of a hold that is gone
 */
public record AuthorizationQuestion(
        MessageHeader header,
        CardActivity activity,
        Purpose purpose,
        long alreadyApprovedMinor,
        boolean increment,
        boolean reversedBefore,
        boolean nothingToAddTo) {

    /** The question that a message asks for itself. */
    public static AuthorizationQuestion of(
            NetworkMessage.CardMessage message, Purpose purpose, boolean reversedBefore) {
        return new AuthorizationQuestion(
                message.header(),
                message.activity(),
                purpose,
                0,
                message instanceof IncrementalAuthorization,
                reversedBefore,
                false);
    }

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

        /** The purpose of a request: its kind says it, or else its processing code. */
        public static Purpose of(AuthorizationRequest request) {
            return switch (request.kind()) {
                case REFUND_AUTHORIZATION -> REFUND;
                case BALANCE_INQUIRY -> BALANCE_INQUIRY;
                case ACCOUNT_VERIFICATION -> ACCOUNT_VERIFICATION;
                default -> of(request.activity().processing());
            };
        }

        /** The purpose that a processing code says. */
        public static Purpose of(Processing processing) {
            return switch (processing) {
                case PURCHASE -> PURCHASE;
                case CASH_WITHDRAWAL -> CASH_WITHDRAWAL;
                case REFUND -> REFUND;
                case INQUIRY -> BALANCE_INQUIRY;
                case VERIFICATION -> ACCOUNT_VERIFICATION;
                case UNKNOWN -> UNKNOWN;
            };
        }

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
