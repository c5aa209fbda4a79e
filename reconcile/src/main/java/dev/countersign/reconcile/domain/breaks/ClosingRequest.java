package dev.countersign.reconcile.domain.breaks;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * A request to close a break: how, and why.
 *
 * @param card the card that the record of the break is of, where it is to be identified
 * @param transaction the transaction that the record belongs to, where it is to be matched
 */
public record ClosingRequest(
        ClosingMethod closing,
        String reason,
        @Nullable CardId card,
        @Nullable TransactionId transaction) {

    public ClosingRequest {
        if ((closing == ClosingMethod.IDENTIFY) != (card != null)
                || (closing == ClosingMethod.MATCH) != (transaction != null)) {
            throw new IllegalArgumentException("not what a request to " + closing + " names");
        }
        reason = reason.strip();
    }

    /** A request that names neither a card nor a transaction. */
    public static ClosingRequest of(ClosingMethod closing, String reason) {
        return new ClosingRequest(closing, reason, null, null);
    }

    public static ClosingRequest identify(CardId card) {
        return new ClosingRequest(ClosingMethod.IDENTIFY, "identified as " + card, card, null);
    }

    public static ClosingRequest match(TransactionId transaction, String reason) {
        return new ClosingRequest(ClosingMethod.MATCH, reason, null, transaction);
    }
}
