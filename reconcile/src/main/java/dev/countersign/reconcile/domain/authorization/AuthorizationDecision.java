package dev.countersign.reconcile.domain.authorization;

import dev.countersign.reconcile.domain.card.CardSecurity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request, with what explains it.
 *
 * @param approvedMinor less than asked for when the approval is partial, 0 when declined
 * @param responseCode ISO 8583 DE39
 * @param declinedFor the first check that failed, null when approved
 * @param failed every check that failed, in their order
 * @param dayUsedMinor what the card had spent on the request's UTC day before it
 * @param monthUsedMinor the same of its UTC month
 * @param security what the decision leaves of PIN tries and exemptions
 */
public record AuthorizationDecision(
        long approvedMinor,
        String responseCode,
        @Nullable DeclineCode declinedFor,
        List<DeclineCode> failed,
        long dayUsedMinor,
        long monthUsedMinor,
        CardSecurity security) {

    public boolean approved() {
        return declinedFor == null;
    }
}
