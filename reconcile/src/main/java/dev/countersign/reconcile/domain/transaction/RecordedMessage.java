package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message and what it did: the event row of the transaction it touched or, as an advice, made,
 * and the answer that a repetition gets. A request that made a transaction is recorded with that.
 *
 * @param resolvedAt where the message stands that ended its waiting, for one that was recorded as
 *     waiting before and is now decided; null for one that waited for nothing
 */
public record RecordedMessage(
        FeedEntry entry,
        @Nullable CardOwner owner,
        @Nullable TransactionId transactionId,
        Outcome outcome,
        @Nullable Decision answer,
        @Nullable DeclineCode declinedFor,
        List<DeclineCode> failed,
        @Nullable FeedOffset resolvedAt,
        Instant decidedAt) {

    /** The effect that a message had. */
    public enum Outcome implements Wire {
        /** It changed its transaction. */
        APPLIED,
        /** It belongs to a transaction that stays as it is. */
        ATTACHED,
        /** A request that was approved without making a transaction. */
        APPROVED,
        /** A request that was declined without making a transaction. */
        DECLINED,
        /** It waits for the message it belongs to. */
        WAITING,
        /** Nobody knows its card. */
        UNKNOWN_CARD,
        /** Kept as it came, for the night or for a dispute. */
        RECORDED
    }
}
