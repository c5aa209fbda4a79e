package dev.countersign.reconcile.domain.authorization;

import static dev.countersign.reconcile.domain.authorization.DeclineReason.AUTHORIZATION_CONTROL;
import static dev.countersign.reconcile.domain.authorization.DeclineReason.INCORRECT_PIN;
import static dev.countersign.reconcile.domain.authorization.DeclineReason.INSUFFICIENT_FUNDS;
import static dev.countersign.reconcile.domain.authorization.DeclineReason.OTHER;
import static dev.countersign.reconcile.domain.authorization.DeclineReason.SPENDING_LIMIT_EXCEEDED;
import static dev.countersign.reconcile.domain.authorization.DeclineReason.SUSPECTED_FRAUD;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.feed.Network;

/**
 * The exact cause of a decline, kept for operations, with the reason that the interface shows and
 * the response code that the network gets (ISO 8583 DE39). The order is the order of the checks:
 * the first that fails is the answer.
 */
public enum DeclineCode implements Wire {
    /** The request waited so long that the network has stood in for us. */
    ISSUER_UNAVAILABLE(OTHER, "91"),
    /** The acquirer took the request back before it reached us. */
    REVERSED_BEFORE_AUTH(OTHER, "05"),
    CARD_NOT_FOUND(OTHER, "14"),
    INVALID_AMOUNT(OTHER, "13"),
    /** A processing code we do not know, another currency than the card's, or nothing to add to. */
    INVALID_TRANSACTION(OTHER, "12"),
    CARD_TERMINATED(OTHER, "46"),
    CARD_LOST(OTHER, "41"),
    CARD_STOLEN(OTHER, "43"),
    CARD_PENDING(OTHER, "78"),
    CARD_FROZEN(DeclineReason.CARD_FROZEN, "62"),
    CUSTOMER_INACTIVE(OTHER, "57"),
    PROGRAM_INACTIVE(OTHER, "57"),
    CARD_EXPIRED(OTHER, "54"),
    /** The expiry on the message is not the card's. */
    EXPIRY_MISMATCH(OTHER, "54"),
    CVC_MISMATCH(SUSPECTED_FRAUD, "59"),
    CRYPTOGRAM_INVALID(SUSPECTED_FRAUD, "59"),
    PIN_MISSING(INCORRECT_PIN, "55"),
    PIN_MISMATCH(INCORRECT_PIN, "55"),
    PIN_TRIES_EXCEEDED(INCORRECT_PIN, "75"),
    /** The PIN could not be verified; no try is spent. */
    SYSTEM_ERROR(OTHER, "96"),
    CASH_NOT_ALLOWED(AUTHORIZATION_CONTROL, "57"),
    ONLINE_NOT_ALLOWED(AUTHORIZATION_CONTROL, "57"),
    CONTACTLESS_NOT_ALLOWED(AUTHORIZATION_CONTROL, "57"),
    COUNTRY_NOT_ALLOWED(AUTHORIZATION_CONTROL, "57"),
    MCC_NOT_ALLOWED(AUTHORIZATION_CONTROL, "57"),
    /** 3-D Secure said no. */
    AUTHENTICATION_FAILED(SUSPECTED_FRAUD, "59"),
    /** A soft decline: come again with strong customer authentication. */
    SCA_REQUIRED(OTHER, "1A"),
    /** Strong authentication is due and the card is not enrolled: coming again would not help. */
    SCA_NOT_POSSIBLE(OTHER, "05"),
    SINGLE_LIMIT_EXCEEDED(SPENDING_LIMIT_EXCEEDED, "61"),
    DAILY_LIMIT_EXCEEDED(SPENDING_LIMIT_EXCEEDED, "61"),
    MONTHLY_LIMIT_EXCEEDED(SPENDING_LIMIT_EXCEEDED, "61"),
    FUNDS_INSUFFICIENT(INSUFFICIENT_FUNDS, "51"),
    RISK_RULE(SUSPECTED_FRAUD, "59"),
    /** The network declined for us; our record follows. */
    DECLINED_BY_NETWORK(OTHER, "05");

    private final DeclineReason reason;
    private final String responseCode;

    DeclineCode(DeclineReason reason, String responseCode) {
        this.reason = reason;
        this.responseCode = responseCode;
    }

    public DeclineReason reason() {
        return reason;
    }

    /**
     * The response code on this network; strong authentication is asked for differently by each.
     */
    public String responseCode(Network network) {
        if (this == SCA_REQUIRED && network == Network.MASTERCARD) {
            return "65";
        }
        return responseCode;
    }
}
