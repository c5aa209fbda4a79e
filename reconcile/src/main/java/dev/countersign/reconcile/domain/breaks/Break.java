package dev.countersign.reconcile.domain.breaks;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A reconciliation difference that an operator has to explain. It is unique on its type, its
 * subject and the UTC day it began, so that finding it again changes nothing.
 *
 * @param subject identity of the message that brought it up; of a conflict, identity and content
 * @param difference how much money it is about
 * @param message the message as it came, where operations must see it to decide
 * @param applied the message that stands, where another one of its identity was refused
 * @param offset where the message came on the feed, of what the stream found
 */
public record Break(
        BreakType type,
        UUID subject,
        @Nullable AccountId accountId,
        @Nullable Mode mode,
        @Nullable CardId cardId,
        @Nullable TransactionId transactionId,
        @Nullable Money difference,
        Instant at,
        @Nullable String message,
        @Nullable AppliedReference applied,
        @Nullable FeedOffset offset) {

    /**
     * A message that was applied: the identity under which its record is found, and where it came
     * on the feed.
     */
    public record AppliedReference(UUID identity, FeedOffset offset) {}

    /** A break that a night found in a record. */
    public Break(
            BreakType type,
            UUID subject,
            @Nullable AccountId accountId,
            @Nullable Mode mode,
            @Nullable CardId cardId,
            @Nullable TransactionId transactionId,
            @Nullable Money difference,
            Instant at) {
        this(
                type,
                subject,
                accountId,
                mode,
                cardId,
                transactionId,
                difference,
                at,
                null,
                null,
                null);
    }
}
