package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Direction;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A clearing record as it was received.
 *
 * @param clearing the message of the entry
 * @param owner whose card it is, null for a card that nobody knows
 * @param posted the transaction it was posted to, null while it waits for the night
 */
public record RecordedClearing(
        FeedEntry entry,
        NetworkMessage.Clearing clearing,
        @Nullable CardOwner owner,
        @Nullable TransactionId posted,
        Instant recordedAt) {

    /**
     * Returns the type of transaction that it is a record of. The sign comes from the direction
     * alone: a presentment that debits is no refund, whatever its processing code says.
     */
    public TransactionType type() {
        boolean debits =
                clearing.kind() == MessageKind.CLEARING && clearing.direction() == Direction.DEBIT;
        if (clearing.kind() == MessageKind.REFUND) {
            return TransactionType.REFUND;
        }
        return switch (clearing.activity().processing()) {
            case CASH_WITHDRAWAL -> TransactionType.CASH_WITHDRAWAL;
            case REFUND -> debits ? TransactionType.PURCHASE : TransactionType.REFUND;
            default -> TransactionType.PURCHASE;
        };
    }
}
