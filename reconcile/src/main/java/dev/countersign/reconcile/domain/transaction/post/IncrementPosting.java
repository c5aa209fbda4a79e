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

    static void giveUpWaiting(PostingContext fold) {
        for (EarlyArrival arrival : fold.posting.history().early()) {
            FeedEntry parked = arrival.parked();
            if (parked != null && arrival.outwaited(fold.at) && waits(fold, arrival)) {
                fold.posting.found(arrival);
                standAlone(fold, parked);
            }
        }
    }

    /** It may have met the purchase that one before it became. */
    private static boolean waits(PostingContext fold, EarlyArrival arrival) {
        return fold.posting.history().early().contains(arrival);
    }

    /**
     * An increment whose original never came is a purchase of its own. What else waited for the
     * original now happens to it: a reversal takes it back, other increments add to it.
     */
    private static void standAlone(PostingContext fold, FeedEntry parked) {
        IncrementalAuthorization increment = (IncrementalAuthorization) parked.message();
        CardActivity activity = increment.activity();
        AuthorizationQuestion question =
                AuthorizationQuestion.of(
                        increment,
                        Purpose.of(activity.processing()),
                        EarlyArrivalPosting.reversedBefore(
                                fold, activity, increment.header().at()));
        Transaction made = DecisionPosting.decideNew(fold, parked, question, Origin.INCREMENT);
        DecisionPosting.conclude(fold, parked, made.id(), made.verdict(), Outcome.APPLIED, true);
        EarlyArrivalPosting.meet(fold, made, activity);
    }

    static void increment(PostingContext fold, IncrementalAuthorization increment) {
        Transaction original = fold.original(increment.activity());
        if (original != null) {
            addTo(fold, original, fold.entry, false);
            return;
        }
        fold.posting.await(
                EarlyArrivalPosting.of(
                        fold, increment.activity(), Kind.INCREMENT, null, null, fold.entry));
        fold.message(Outcome.WAITING, null, null, null);
    }

    static void addTo(PostingContext fold, Transaction original, FeedEntry of, boolean waited) {
        IncrementalAuthorization increment = (IncrementalAuthorization) of.message();
        AuthorizationDecision decision =
                DecisionPosting.decide(
                        fold,
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
                        ? fold.posting.change(
                                original,
                                grown(fold, original, increment, decision.approvedMinor()))
                        : original;
        DecisionPosting.conclude(
                fold,
                of,
                after.id(),
                DecisionPosting.toRecord(fold, decision, of),
                Outcome.APPLIED,
                waited);
    }

    /**
     * Adds an increment to its original. If a reversal that was sent later said what remains, that
     * amount remains.
     */
    private static Transaction grown(
            PostingContext fold,
            Transaction original,
            IncrementalAuthorization increment,
            long approved) {
        Instant sent = increment.header().at();
        Transaction grown =
                original.plusIncrement(
                        new Increment(increment.header().messageId(), approved, sent),
                        increment.activity().claim().amount(),
                        fold.windows.after(original, sent));
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
