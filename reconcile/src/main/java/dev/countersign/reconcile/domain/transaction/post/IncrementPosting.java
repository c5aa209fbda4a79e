package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.authorization.AuthorizationDecision;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion.Purpose;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.NetworkMessage.IncrementalAuthorization;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.EarlyArrival.Kind;
import dev.countersign.reconcile.domain.transaction.Hold.Increment;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.RecordedMessage.Outcome;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.time.Instant;

/**
 * Increments: added to their original, parked for ten minutes when it has not come, and then
 * decided for themselves.
 */
final class IncrementPosting {

    private IncrementPosting() {}

    static void giveUpWaiting(PostingContext context) {
        for (EarlyArrival arrival : context.posting.history().early()) {
            FeedEntry parked = arrival.parked();
            if (parked != null && arrival.outwaited(context.at) && waits(context, arrival)) {
                context.posting.found(arrival);
                standAlone(context, parked);
            }
        }
    }

    /** It may have met the purchase that one before it became. */
    private static boolean waits(PostingContext context, EarlyArrival arrival) {
        return context.posting.history().early().contains(arrival);
    }

    /**
     * An increment whose original never came is a purchase of its own. What else waited for the
     * original now happens to it: a reversal takes it back, other increments add to it.
     */
    private static void standAlone(PostingContext context, FeedEntry parked) {
        IncrementalAuthorization increment = (IncrementalAuthorization) parked.message();
        CardActivity activity = increment.activity();
        AuthorizationQuestion question =
                AuthorizationQuestion.of(
                        increment,
                        Purpose.of(activity.processing()),
                        EarlyArrivalPosting.reversedBefore(
                                context, activity, increment.header().at()));
        Transaction made = DecisionPosting.decideNew(context, parked, question, Origin.INCREMENT);
        DecisionPosting.conclude(
                context, parked, made.id(), made.decision(), Outcome.APPLIED, true);
        EarlyArrivalPosting.applyWaiting(context, made, activity);
    }

    static void increment(PostingContext context, IncrementalAuthorization increment) {
        Transaction original = context.original(increment.activity());
        if (original != null) {
            addTo(context, original, context.entry, false);
            return;
        }
        context.posting.await(
                EarlyArrivalPosting.of(
                        context, increment.activity(), Kind.INCREMENT, null, null, context.entry));
        context.message(Outcome.WAITING, null, null, null);
    }

    static void addTo(PostingContext context, Transaction original, FeedEntry of, boolean waited) {
        IncrementalAuthorization increment = (IncrementalAuthorization) of.message();
        AuthorizationDecision decision =
                DecisionPosting.decide(
                        context,
                        new AuthorizationQuestion(
                                increment.header(),
                                increment.activity(),
                                original.type() == TransactionType.CASH_WITHDRAWAL
                                        ? Purpose.CASH_WITHDRAWAL
                                        : Purpose.PURCHASE,
                                original.amounts().counted(),
                                true,
                                false,
                                !canGrow(original, increment.activity().amount().minor())));
        Transaction after =
                decision.approved()
                        ? context.posting.change(
                                original,
                                grown(context, original, increment, decision.approvedMinor()))
                        : original;
        DecisionPosting.conclude(
                context,
                of,
                after.id(),
                DecisionPosting.toRecord(context, decision, of),
                Outcome.APPLIED,
                waited);
    }

    /**
     * Adds an increment to its original. If a reversal that was sent later said what remains, that
     * amount remains.
     */
    private static Transaction grown(
            PostingContext context,
            Transaction original,
            IncrementalAuthorization increment,
            long approved) {
        Instant sent = increment.header().at();
        Transaction grown =
                original.plusIncrement(
                        new Increment(increment.header().messageId(), approved, sent),
                        increment.activity().claim().amount(),
                        context.windows.after(original, sent));
        Instant remainderAt = original.hold().replacementStatedAt();
        return remainderAt != null && original.hold().saysRemainderAfter(sent)
                ? grown.minusReversed(original.status(), approved, remainderAt)
                        .withMerchantAuthorized(original.merchantAuthorizedMinor())
                : grown;
    }

    /**
     * Only an open purchase can, and only to an amount that can be recorded. A single message is
     * posted as it was approved: the money is out.
     */
    private static boolean canGrow(Transaction original, long more) {
        return original.open()
                && original.origin() != Origin.SINGLE_MESSAGE
                && original.type() != TransactionType.REFUND
                && original.amounts().approved() <= Long.MAX_VALUE - more;
    }
}
