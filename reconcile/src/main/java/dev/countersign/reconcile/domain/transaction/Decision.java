package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The decision as the network gets it. It is made once and kept; a repeated request gets the same
 * bytes.
 *
 * @param inReplyTo message id of the request that was decided
 * @param cardReference the card as the request named it
 * @param approvedMinor minor units of {@code currency}, the request's billing currency
 * @param responseCode ISO 8583 DE39
 * @param approvalCode six characters, on approvals
 * @param availableMinor what a balance inquiry was told can be drawn on; null in any other answer
 */
public record Decision(
        UUID inReplyTo,
        String cardReference,
        @Nullable TransactionId transactionId,
        long approvedMinor,
        String currency,
        String responseCode,
        @Nullable String approvalCode,
        @Nullable DeclineReason declineReason,
        Instant decidedAt,
        @Nullable Long availableMinor) {

    public boolean approved() {
        return declineReason == null;
    }
}
