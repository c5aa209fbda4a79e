package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.authorization.Authorizer;
import dev.countersign.reconcile.domain.authorization.DecisionPolicy;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationAdvice;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Clearing;
import dev.countersign.reconcile.domain.feed.NetworkMessage.IncrementalAuthorization;
import dev.countersign.reconcile.domain.feed.NetworkMessage.RecordOnlyMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Reversal;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.HoldWindows;
import dev.countersign.reconcile.domain.transaction.RecordedClearing;
import dev.countersign.reconcile.domain.transaction.RecordedMessage.Outcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Folds one message over the history of its card. Each kind of message has a file of its own beside
 * this one; what holds for all of them is that order and repetition change nothing: whichever of
 * two messages comes first, the card ends the same.
 *
 * @param windows for how long what is approved is held
 */
public record MessagePosting(Authorizer authorizer, HoldWindows windows) {

    /** Folds by the rules that hold where no setting says otherwise. */
    public static final MessagePosting DEFAULT =
            new MessagePosting(new Authorizer(DecisionPolicy.DEFAULT), HoldWindows.DEFAULT);

    /**
     * Posts a message that was not read before.
     *
     * @param history of its card; null when nobody knows the card or the message names none
     */
    public Posting post(FeedEntry entry, @Nullable CardHistory history, Instant decidedAt) {
        return post(entry, history, decidedAt, PublishedDecisions.NONE);
    }

    /** The same for a message that may have been answered, which the book does not know. */
    public Posting post(
            FeedEntry entry,
            @Nullable CardHistory history,
            Instant decidedAt,
            PublishedDecisions published) {
        PostingContext context =
                new PostingContext(authorizer, windows, entry, history, decidedAt, published);
        if (history == null) {
            withoutCard(context);
            return context.posting.build();
        }
        passTime(context);
        if (entry.message().header().skewed()) {
            context.raiseBreak(BreakType.CLOCK_SKEW, null, 0);
        }
        switch (entry.message()) {
            case AuthorizationRequest request -> RequestPosting.request(context, request);
            case IncrementalAuthorization increment ->
                    IncrementPosting.increment(context, increment);
            case AuthorizationAdvice advice -> AdvicePosting.advice(context, advice);
            case Reversal reversal -> ReversalPosting.reversal(context, reversal);
            case Clearing clearing -> ClearingPosting.clearing(context, clearing);
            case RecordOnlyMessage recorded -> context.message(Outcome.RECORDED, null, null, null);
        }
        return context.posting.build();
    }

    /**
     * Applies the passing of time to a card. Increments that waited too long for their original are
     * decided for themselves. Early arrivals that nothing can belong to any more are dropped. Time
     * passes with each message of the card, repeated ones too; but one message with a clock that
     * runs far ahead drops nothing.
     */
    public Posting passTime(
            FeedEntry entry, CardHistory history, Instant decidedAt, PublishedDecisions published) {
        PostingContext context =
                new PostingContext(authorizer, windows, entry, history, decidedAt, published);
        passTime(context);
        return context.posting.build();
    }

    private static void passTime(PostingContext context) {
        IncrementPosting.giveUpWaiting(context);
        Instant surely = context.at.isBefore(context.decidedAt) ? context.at : context.decidedAt;
        for (EarlyArrival arrival : context.posting.history().early()) {
            if (arrival.obsolete(surely)) {
                context.posting.found(arrival);
            }
        }
    }

    /**
     * A request for an unknown card is answered, a clearing waits for suspense, the rest is kept.
     */
    private static void withoutCard(PostingContext context) {
        switch (context.entry.message()) {
            case NetworkMessage.Request request ->
                    context.message(
                            Outcome.UNKNOWN_CARD,
                            null,
                            unknownCard(context, request),
                            DeclineCode.CARD_NOT_FOUND);
            case Clearing clearing ->
                    context.posting.clearing(
                            new RecordedClearing(
                                    context.entry, clearing, null, null, context.decidedAt));
            case AuthorizationAdvice advice ->
                    context.message(Outcome.UNKNOWN_CARD, null, null, null);
            case Reversal reversal -> context.message(Outcome.UNKNOWN_CARD, null, null, null);
            case RecordOnlyMessage recorded -> context.message(Outcome.RECORDED, null, null, null);
        }
    }

    private static Decision unknownCard(PostingContext context, NetworkMessage.Request request) {
        Decision before = context.published.to(request.header().messageId());
        if (before != null) {
            return before; // its card was issued after the moment of which the book is
        }
        DeclineCode code = DeclineCode.CARD_NOT_FOUND;
        return new Decision(
                request.header().messageId(),
                request.activity().card().text(),
                null,
                0,
                request.activity().amount().currency().getCurrencyCode(),
                code.responseCode(request.header().network()),
                null,
                code.reason(),
                context.decidedAt,
                null);
    }
}
