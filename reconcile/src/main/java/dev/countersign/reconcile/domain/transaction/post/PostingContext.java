package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.authorization.Authorizer;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.DecisionRecord;
import dev.countersign.reconcile.domain.transaction.Hold;
import dev.countersign.reconcile.domain.transaction.HoldWindows;
import dev.countersign.reconcile.domain.transaction.MessageRef;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.OriginalReference;
import dev.countersign.reconcile.domain.transaction.RecordedMessage;
import dev.countersign.reconcile.domain.transaction.RecordedMessage.Outcome;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message that is being posted: what is known of its card, what has been done so far, and the
 * steps that every kind of message takes.
 */
final class PostingContext {

    final FeedEntry entry;
    final Instant at;
    final Instant decidedAt;
    final Authorizer authorizer;
    final HoldWindows windows;
    final PublishedDecisions published;
    final Posting.Builder posting;

    PostingContext(
            Authorizer authorizer,
            HoldWindows windows,
            FeedEntry entry,
            @Nullable CardHistory history,
            Instant decidedAt,
            PublishedDecisions published) {
        this.authorizer = authorizer;
        this.windows = windows;
        this.entry = entry;
        this.at = entry.message().header().at();
        this.decidedAt = decidedAt;
        this.published = published;
        this.posting = new Posting.Builder(history);
    }

    @Nullable Transaction original(CardActivity activity) {
        return OriginalReference.original(activity, at, posting.history());
    }

    Transaction make(
            FeedEntry of,
            CardActivity activity,
            Origin origin,
            TransactionType type,
            TransactionStatus status,
            Amounts amounts,
            DecisionRecord decision) {
        var header = of.message().header();
        boolean holds = type != TransactionType.REFUND && origin != Origin.SINGLE_MESSAGE;
        return new Transaction(
                new TransactionId(TimeOrderedId.of(header.at(), of.identity())),
                MessageRef.of(of),
                owner(),
                origin,
                type,
                status,
                amounts,
                activity.amount().currency(),
                Hold.until(holds ? windows.until(header.network(), activity, header.at()) : null),
                activity.claim(),
                header.network(),
                activity.refs().keys(),
                decision,
                header.skewed(),
                0,
                header.at(),
                decidedAt(of),
                null);
    }

    /**
     * The time at which a message is decided, or was: where its answer stands, so does the time of
     * it.
     */
    Instant decidedAt(FeedEntry of) {
        Decision before = published.to(of.message().header().messageId());
        return before == null ? decidedAt : before.decidedAt();
    }

    void message(
            Outcome outcome,
            @Nullable TransactionId transaction,
            @Nullable Decision answer,
            @Nullable DeclineCode declinedFor) {
        posting.message(
                new RecordedMessage(
                        entry,
                        ownerIfKnown(),
                        transaction,
                        outcome,
                        answer,
                        declinedFor,
                        declinedFor == null ? List.of() : List.of(declinedFor),
                        null,
                        decidedAt));
    }

    /**
     * Tells whether a notice is about money of another currency than the card's. Nothing could be
     * done with its amount, so the notice is kept as it came, with a break.
     */
    boolean keptForItsCurrency(CardActivity activity) {
        if (inCardCurrency(activity)) {
            return false;
        }
        raiseBreak(BreakType.CURRENCY_MISMATCH, null, activity.amount());
        message(Outcome.RECORDED, null, null, null);
        return true;
    }

    boolean inCardCurrency(CardActivity activity) {
        return activity.amount().currency().equals(cardCurrency());
    }

    private Currency cardCurrency() {
        return posting.history().position().facts().currency();
    }

    void stipOverride(TransactionId transaction, long amount) {
        raiseBreak(BreakType.STIP_OVERRIDE, transaction, amount);
    }

    void raiseBreak(BreakType type, @Nullable TransactionId transaction, long minor) {
        raiseBreak(type, transaction, new Money(minor, cardCurrency()));
    }

    private void raiseBreak(BreakType type, @Nullable TransactionId transaction, Money money) {
        CardOwner owner = owner();
        posting.raiseBreak(
                new Break(
                        type,
                        entry.identity(),
                        owner.accountId(),
                        owner.mode(),
                        owner.cardId(),
                        transaction,
                        money,
                        at,
                        null,
                        null,
                        entry.offset()));
    }

    CardOwner owner() {
        return CardOwner.of(posting.history().position().facts());
    }

    @Nullable CardOwner ownerIfKnown() {
        return posting.known() ? owner() : null;
    }
}
