package dev.countersign.reconcile.domain.event;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.feed.MerchantClaim;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of state as it goes out: what a thing was and what it is since then.
 *
 * @param id the same for the same event, and for no other
 * @param key of the topic: the card, where there is one, else the thing
 * @param sequence counts the events of a key from 1
 * @param recordedAt by the clock of the database
 * @param book null for what is of no account: nights, reports, and some breaks
 * @param mode null for a break of which nobody knows
 * @param card null where the thing is of no card
 */
public record StateEvent(
        String id,
        String key,
        long sequence,
        Instant recordedAt,
        EventKind kind,
        @Nullable Book book,
        @Nullable Mode mode,
        @Nullable CardState card,
        Content content) {

    /** The same, with its place among those of its key. */
    public StateEvent withSequence(long number) {
        return new StateEvent(id, key, number, recordedAt, kind, book, mode, card, content);
    }

    /** The card that a thing is of, in its state when the event was published. */
    public record CardState(CardId id, CardStatus status) {}

    /** A thing as it was and as it is. */
    public sealed interface Content permits Images, PostedTransaction {}

    /**
     * Rows of a table, as JSON objects of their columns.
     *
     * @param before null where the thing is new
     * @param rulesBefore the rules of a card at the same moment; null for other things
     * @param cardType null where the thing is of no card
     * @param brand the network of the card's program
     */
    public record Images(
            @Nullable String before,
            String after,
            @Nullable String rulesBefore,
            @Nullable String rulesAfter,
            @Nullable String cardType,
            @Nullable String brand)
            implements Content {}

    /**
     * A transaction.
     *
     * @param requested what the request was for, in the card's currency
     * @param declineCode why it was declined at first; null where it was not
     */
    public record PostedTransaction(
            TransactionChange change,
            CustomerId customer,
            TransactionType type,
            Money requested,
            MerchantClaim claim,
            @Nullable DeclineCode declineCode,
            Instant createdAt)
            implements Content {}
}
