package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.authorization.AuthorizationDecision;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.feed.Network;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The decision about a transaction and what explains it.
 *
 * <p>It is what was answered, and is never rewritten: what happened later is in the amounts.
 *
 * @param approvedMinor what was approved in the answer, before anything that came later
 * @param failed every check that failed, in their order
 * @param rulesVersion the version of the card's limits and controls that were looked at
 * @param dayUsedMinor spent on the day before this request, for the daily limit
 * @param monthUsedMinor spent in the month before this request
 */
public record DecisionRecord(
        long approvedMinor,
        String responseCode,
        @Nullable String approvalCode,
        @Nullable DeclineCode declinedFor,
        List<DeclineCode> failed,
        int rulesVersion,
        long dayUsedMinor,
        long monthUsedMinor) {

    private static final char[] APPROVAL_ALPHABET =
            "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ".toCharArray();

    public static DecisionRecord of(
            AuthorizationDecision decision, CardRules rules, UUID identity) {
        return new DecisionRecord(
                decision.approvedMinor(),
                decision.responseCode(),
                decision.approved() ? approvalCode(identity) : null,
                decision.declinedFor(),
                decision.failed(),
                rules.version(),
                decision.dayUsedMinor(),
                decision.monthUsedMinor());
    }

    /** Returns the record of a decision that was not ours to make. */
    public static DecisionRecord givenBy(
            long approvedMinor,
            String responseCode,
            @Nullable String approvalCode,
            CardRules rules) {
        return new DecisionRecord(
                approvedMinor, responseCode, approvalCode, null, List.of(), rules.version(), 0, 0);
    }

    /** Returns the record of a request that was declined without checking the card's limits. */
    public static DecisionRecord declined(DeclineCode code, Network network, CardRules rules) {
        return new DecisionRecord(
                0, code.responseCode(network), null, code, List.of(code), rules.version(), 0, 0);
    }

    public @Nullable DeclineReason reason() {
        return declinedFor == null ? null : declinedFor.reason();
    }

    /** Six characters that follow from the message, so that deciding it again gives the same. */
    public static String approvalCode(UUID identity) {
        long rest = identity.getLeastSignificantBits() >>> 1;
        char[] code = new char[6];
        for (int i = 0; i < code.length; i++) {
            code[i] = APPROVAL_ALPHABET[(int) (rest % APPROVAL_ALPHABET.length)];
            rest /= APPROVAL_ALPHABET.length;
        }
        return new String(code);
    }
}
