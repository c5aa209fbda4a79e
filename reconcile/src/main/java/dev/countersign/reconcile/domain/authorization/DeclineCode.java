package dev.countersign.reconcile.domain.authorization;

import static dev.countersign.reconcile.domain.authorization.DeclineReason.AUTHORIZATION_CONTROL;
import static dev.countersign.reconcile.domain.authorization.DeclineReason.INCORRECT_PIN;
import static dev.countersign.reconcile.domain.authorization.DeclineReason.INSUFFICIENT_FUNDS;
import static dev.countersign.reconcile.domain.authorization.DeclineReason.OTHER;
import static dev.countersign.reconcile.domain.authorization.DeclineReason.SPENDING_LIMIT_EXCEEDED;
import static dev.countersign.reconcile.domain.authorization.DeclineReason.SUSPECTED_FRAUD;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.feed.Network;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The exact cause of a decline, kept for operations, with the check that finds it, the reason that
 * the interface shows and the response code that the network gets (ISO 8583 DE39). The order is the
 * order of the checks: the first that fails is the answer.
 */
public enum DeclineCode implements Wire {
    /** The request waited so long that the network has stood in for us. */
    ISSUER_UNAVAILABLE(Check.REQUEST, OTHER, "91"),
    /** The acquirer took the request back before it reached us. */
    REVERSED_BEFORE_AUTH(Check.REQUEST, OTHER, "05"),
    CARD_NOT_FOUND(Check.REQUEST, OTHER, "14"),
    INVALID_AMOUNT(Check.REQUEST, OTHER, "13"),
    /** A processing code we do not know, another currency than the card's, or nothing to add to. */
    INVALID_TRANSACTION(Check.REQUEST, OTHER, "12"),
    CARD_TERMINATED(Check.CARD, OTHER, "46"),
    CARD_LOST(Check.CARD, OTHER, "41"),
    CARD_STOLEN(Check.CARD, OTHER, "43"),
    CARD_PENDING(Check.CARD, OTHER, "78"),
    CARD_FROZEN(Check.CARD, DeclineReason.CARD_FROZEN, "62"),
    CUSTOMER_INACTIVE(Check.CUSTOMER_AND_PROGRAM, OTHER, "57"),
    PROGRAM_INACTIVE(Check.CUSTOMER_AND_PROGRAM, OTHER, "57"),
    CARD_EXPIRED(Check.EXPIRY, OTHER, "54"),
    /** The expiry on the message is not the card's. */
    EXPIRY_MISMATCH(Check.EXPIRY, OTHER, "54"),
    /** The card has no such token in a wallet; it may be another card's. */
    TOKEN_UNKNOWN(Check.WALLET_TOKEN, OTHER, "14"),
    TOKEN_REMOVED(Check.WALLET_TOKEN, OTHER, "14"),
    TOKEN_SUSPENDED(Check.WALLET_TOKEN, OTHER, "62"),
    /** The wallet has not confirmed the token. */
    TOKEN_PENDING(Check.WALLET_TOKEN, OTHER, "62"),
    CVC_MISMATCH(Check.CARD_DATA, SUSPECTED_FRAUD, "59"),
    CRYPTOGRAM_INVALID(Check.CARD_DATA, SUSPECTED_FRAUD, "59"),
    PIN_MISSING(Check.PIN, INCORRECT_PIN, "55"),
    PIN_MISMATCH(Check.PIN, INCORRECT_PIN, "55"),
    PIN_TRIES_EXCEEDED(Check.PIN, INCORRECT_PIN, "75"),
    /** The PIN could not be verified; no try is spent. */
    SYSTEM_ERROR(Check.PIN, OTHER, "96"),
    CASH_NOT_ALLOWED(Check.CHANNEL, AUTHORIZATION_CONTROL, "57"),
    ONLINE_NOT_ALLOWED(Check.CHANNEL, AUTHORIZATION_CONTROL, "57"),
    CONTACTLESS_NOT_ALLOWED(Check.CHANNEL, AUTHORIZATION_CONTROL, "57"),
    COUNTRY_NOT_ALLOWED(Check.COUNTRY, AUTHORIZATION_CONTROL, "57"),
    MCC_NOT_ALLOWED(Check.MERCHANT_CATEGORY, AUTHORIZATION_CONTROL, "57"),
    /** 3-D Secure said no. */
    AUTHENTICATION_FAILED(Check.STRONG_AUTHENTICATION, SUSPECTED_FRAUD, "59"),
    /** A soft decline: come again with strong customer authentication. */
    SCA_REQUIRED(Check.STRONG_AUTHENTICATION, OTHER, "1A"),
    /** A contactless payment above what may be tapped: come again with the chip and its PIN. */
    TAP_NEEDS_PIN(Check.STRONG_AUTHENTICATION, OTHER, "70"),
    /** Strong authentication is due and the card is not enrolled: coming again would not help. */
    SCA_NOT_POSSIBLE(Check.STRONG_AUTHENTICATION, OTHER, "05"),
    SINGLE_LIMIT_EXCEEDED(Check.SINGLE_LIMIT, SPENDING_LIMIT_EXCEEDED, "61"),
    DAILY_LIMIT_EXCEEDED(Check.DAILY_LIMIT, SPENDING_LIMIT_EXCEEDED, "61"),
    MONTHLY_LIMIT_EXCEEDED(Check.MONTHLY_LIMIT, SPENDING_LIMIT_EXCEEDED, "61"),
    FUNDS_INSUFFICIENT(Check.FUNDS, INSUFFICIENT_FUNDS, "51"),
    RISK_RULE(Check.RISK, SUSPECTED_FRAUD, "59"),
    /** The network declined for us; our record follows. */
    DECLINED_BY_NETWORK(Check.NETWORK, OTHER, "05");

    /** The checks of a decision in their order; each has one or more causes to decline. */
    public enum Check {
        REQUEST,
        CARD,
        CUSTOMER_AND_PROGRAM,
        EXPIRY,
        WALLET_TOKEN,
        CARD_DATA,
        PIN,
        CHANNEL,
        COUNTRY,
        MERCHANT_CATEGORY,
        STRONG_AUTHENTICATION,
        SINGLE_LIMIT,
        DAILY_LIMIT,
        MONTHLY_LIMIT,
        FUNDS,
        RISK,
        /** The network's, not ours. */
        NETWORK
    }

    private final Check check;
    private final DeclineReason reason;
    private final String responseCode;

    DeclineCode(Check check, DeclineReason reason, String responseCode) {
        this.check = check;
        this.reason = reason;
        this.responseCode = responseCode;
    }

    public Check check() {
        return check;
    }

    public DeclineReason reason() {
        return reason;
    }

    /**
     * A code that leads to such an answer; the first of them where there are several.
     *
     * @param responseCode ISO 8583 DE39
     */
    public static DeclineCode given(DeclineReason reason, String responseCode, Network network) {
        return Arrays.stream(values())
                .filter(code -> code.reason == reason)
                .min(Comparator.comparing(code -> !code.responseCode(network).equals(responseCode)))
                .orElse(ISSUER_UNAVAILABLE);
    }

    /**
     * The response code on this network; strong authentication is asked for differently by each.
     */
    public String responseCode(Network network) {
        if ((this == SCA_REQUIRED || this == TAP_NEEDS_PIN) && network == Network.MASTERCARD) {
            return "65";
        }
        return responseCode;
    }
}
