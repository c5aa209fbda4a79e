package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion.Purpose;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationAdvice;
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.DecisionRecord;
import dev.countersign.reconcile.domain.transaction.EarlyArrival.Kind;
import dev.countersign.reconcile.domain.transaction.Hold;
import dev.countersign.reconcile.domain.transaction.MerchantAmounts;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.OriginalReference;
import dev.countersign.reconcile.domain.transaction.RecordedMessage.Outcome;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Advices: what the network decided stands; where we decided otherwise, that is a difference. */
final class AdvicePosting {

    private AdvicePosting() {}

    static void advice(PostingContext context, AuthorizationAdvice advice) {
        if (context.keptForItsCurrency(advice.activity())) {
            return;
        }
        if (Purpose.of(advice.activity().processing()).asksOnly()) {
            context.message(Outcome.RECORDED, null, null, null);
            return;
        }
        Transaction original = context.original(advice.activity());
        if (original == null
                || isInAnotherCurrency(original, advice)
                || isOfAnother(context, original, advice)) {
            adviseNew(context, advice);
            return;
        }
        Transaction after =
                advice.approved()
                        ? approvedForUs(context, original, advice)
                        : declinedForUs(context, original);
        if (original.status() == TransactionStatus.DECLINED && after.open()) {
            EarlyArrivalPosting.applyWaiting(context, after, advice.activity());
        }
        context.message(
                after.equals(original) ? Outcome.ATTACHED : Outcome.APPLIED,
                original.id(),
                null,
                advice.approved() ? null : DeclineCode.DECLINED_BY_NETWORK);
    }

    /** True of one that was declined for its currency: the network approved in the card's. */
    private static boolean isInAnotherCurrency(Transaction original, AuthorizationAdvice advice) {
        return !original.currency().equals(advice.activity().amount().currency());
    }

    /** True of an increment that stands alone, where the advice is about what it raised. */
    private static boolean isOfAnother(
            PostingContext context, Transaction original, AuthorizationAdvice advice) {
        NetworkRefs refs = advice.activity().refs();
        String named = OriginalReference.namedBy(refs, context.at).keys().stan();
        return original.origin() == Origin.INCREMENT
                && named != null
                && !named.equals(original.keys().stan());
    }

    /** The network's approval stands: the hold becomes what it approved, never more beside it. */
    private static Transaction approvedForUs(
            PostingContext context, Transaction original, AuthorizationAdvice advice) {
        if (original.type() == TransactionType.REFUND) {
            return refundApprovedForUs(context, original);
        }
        if (original.hold().saysRemainderAfter(advice.header().at())) {
            return original;
        }
        long approved = advice.approvedMinor();
        return switch (original.status()) {
            case DECLINED -> {
                if (!original.mayStillBeApproved()) {
                    yield original;
                }
                context.stipOverride(original.id(), approved);
                yield context.posting.change(
                        original,
                        original.with(
                                        TransactionStatus.AUTHORIZED,
                                        Amounts.held(original.amounts().requested(), approved))
                                .withMerchantAuthorized(merchants(original, advice)));
            }
            case AUTHORIZED ->
                    ofOriginalAlone(original, advice)
                            ? moved(context, original, advice)
                            : held(context, original, advice);
            case REVERSED -> original.expired() ? afterExpiry(context, original, advice) : original;
            case SETTLED ->
                    original.amounts().held() > 0
                            ? afterPart(context, original, advice)
                            : afterAll(context, original, advice);
        };
    }

    /**
     * No clearing follows a single message: what it was settled with in another amount stays so.
     */
    private static Transaction afterAll(
            PostingContext context, Transaction original, AuthorizationAdvice advice) {
        long apart = Math.abs(advice.approvedMinor() - original.amounts().cleared());
        if (original.origin() == Origin.SINGLE_MESSAGE && apart != 0) {
            context.stipOverride(original.id(), apart);
        }
        return original;
    }

    /** A part has cleared: what the network approved is of all parts, and their rest is held. */
    private static Transaction afterPart(
            PostingContext context, Transaction original, AuthorizationAdvice advice) {
        long now = approvedNow(original, advice);
        return changes(original, advice, now)
                ? context.posting.change(
                        original,
                        original.approvedAfterPart(now)
                                .withMerchantAuthorized(merchantsNow(original, advice)))
                : original;
    }

    /**
     * The hold expired here, which the network was not told: nothing is held again, but what a
     * clearing in time may present is what the network approved.
     */
    private static Transaction afterExpiry(
            PostingContext context, Transaction original, AuthorizationAdvice advice) {
        Amounts amounts = original.amounts();
        long now = approvedNow(original, advice);
        if (!changes(original, advice, now)) {
            return original;
        }
        return context.posting.change(
                original,
                now == 0
                        ? original.with(TransactionStatus.REVERSED, amounts.reversedAfterExpiry(0))
                        : original.with(
                                        TransactionStatus.REVERSED,
                                        amounts.approvedAfterExpiry(now))
                                .withMerchantAuthorized(merchantsNow(original, advice)));
    }

    /** A completion of nothing, of a pump that gave no fuel, ends the hold. */
    private static Transaction held(
            PostingContext context, Transaction original, AuthorizationAdvice advice) {
        long hold = advice.approvedMinor();
        if (!changes(original, advice, hold)) {
            return original;
        }
        return hold == 0
                ? released(context, original)
                : context.posting.change(
                        original,
                        original.with(
                                        TransactionStatus.AUTHORIZED,
                                        original.amounts().withHold(hold))
                                .withMerchantAuthorized(merchantsNow(original, advice)));
    }

    /**
     * A stand-in approval is of the original alone: increments and partial reversals that came
     * before it stand, as they would had they come after.
     */
    private static boolean ofOriginalAlone(Transaction original, AuthorizationAdvice advice) {
        return advice.activity().flags().standIn()
                && (!original.hold().increments().isEmpty() || original.amounts().reversed() > 0);
    }

    /**
     * By how much the network approved otherwise than we did; where we declined, an advice before
     * this one has set it.
     */
    private static long changeOf(Transaction original, long approved) {
        DecisionRecord ours = original.decision();
        return ours.declinedFor() == null ? approved - ours.approvedMinor() : 0;
    }

    private static long approvedNow(Transaction original, AuthorizationAdvice advice) {
        return ofOriginalAlone(original, advice)
                ? Math.max(
                        0, original.authorizedMinor() + changeOf(original, advice.approvedMinor()))
                : advice.approvedMinor();
    }

    /**
     * Returns the amount that is authorized in the merchant's currency with the advice, by the same
     * rules.
     */
    private static @Nullable Long merchantsNow(Transaction original, AuthorizationAdvice advice) {
        Long approved = merchants(original, advice);
        if (!ofOriginalAlone(original, advice)) {
            return approved;
        }
        DecisionRecord ours = original.decision();
        Long before = original.merchantAuthorizedMinor();
        if (ours.declinedFor() != null) {
            return before;
        }
        return ours.approvedMinor() == original.amounts().requested()
                ? MerchantAmounts.difference(
                        MerchantAmounts.sum(before, approved), original.claim().amount().minor())
                : null;
    }

    /**
     * Returns the amount that the network approved of the merchant's money; null where it approved
     * only a part.
     */
    private static @Nullable Long merchants(Transaction original, AuthorizationAdvice advice) {
        CardActivity activity = advice.activity();
        return advice.approvedMinor() == activity.amount().minor()
                ? original.claim().minorOf(activity.claim().amount())
                : null;
    }

    /**
     * True when it authorizes another amount, in the card's currency or known in the merchant's.
     */
    private static boolean changes(Transaction original, AuthorizationAdvice advice, long now) {
        Long merchants = merchantsNow(original, advice);
        return now != original.authorizedMinor()
                || (merchants != null && !merchants.equals(original.merchantAuthorizedMinor()));
    }

    /** The hold moves by what the network approved otherwise; increments stay approved. */
    private static Transaction moved(
            PostingContext context, Transaction original, AuthorizationAdvice advice) {
        long change = changeOf(original, advice.approvedMinor());
        Amounts amounts = original.amounts();
        if (!changes(original, advice, amounts.held() + change)) {
            return original;
        }
        long increments = 0;
        for (Hold.Increment increment : original.hold().increments()) {
            increments += increment.minor();
        }
        return change <= -amounts.held()
                ? released(context, original)
                : context.posting.change(
                        original,
                        original.with(
                                        TransactionStatus.AUTHORIZED,
                                        amounts.plusAuthorized(change, increments))
                                .withMerchantAuthorized(merchantsNow(original, advice)));
    }

    private static Transaction released(PostingContext context, Transaction original) {
        Amounts amounts = original.amounts();
        return context.posting.change(
                original,
                original.with(TransactionStatus.REVERSED, amounts.minusReversed(amounts.held())));
    }

    /** Money that comes back is never held. */
    private static Transaction refundApprovedForUs(PostingContext context, Transaction original) {
        if (!original.mayStillBeApproved()) {
            return original;
        }
        long requested = original.amounts().requested();
        context.stipOverride(original.id(), requested);
        return context.posting.change(
                original,
                original.with(TransactionStatus.AUTHORIZED, Amounts.awaitingRefund(requested)));
    }

    private static Transaction declinedForUs(PostingContext context, Transaction original) {
        return switch (original.status()) {
            case AUTHORIZED -> {
                context.stipOverride(original.id(), original.amounts().held());
                yield released(context, original);
            }
            case SETTLED -> declinedAfterClearing(context, original);
            case DECLINED, REVERSED -> original;
        };
    }

    /**
     * Declines a transaction of which an amount cleared. What cleared stays so, and nothing more of
     * it is held.
     */
    private static Transaction declinedAfterClearing(PostingContext context, Transaction original) {
        Amounts amounts = original.amounts();
        if (original.origin() == Origin.SINGLE_MESSAGE) {
            context.stipOverride(original.id(), amounts.cleared());
        }
        if (amounts.held() == 0) {
            return original;
        }
        context.stipOverride(original.id(), amounts.held());
        return context.posting.change(
                original,
                original.approvedAfterPart(amounts.cleared()).withMerchantAuthorized(null));
    }

    /** The advice came first, or alone: it makes the transaction, and a late request finds it. */
    private static void adviseNew(PostingContext context, AuthorizationAdvice advice) {
        CardActivity activity = advice.activity();
        Purpose purpose = Purpose.of(activity.processing());
        TransactionType type = TransactionType.of(purpose);
        long requested = activity.amount().minor();
        Transaction made;
        if (advice.approved()) {
            boolean ours =
                    context.authorizer.wouldApprove(
                            AuthorizationQuestion.of(advice, purpose, false),
                            context.posting.history().position());
            Amounts amounts =
                    type == TransactionType.REFUND
                            ? Amounts.awaitingRefund(requested)
                            : Amounts.held(requested, advice.approvedMinor());
            made =
                    context.make(
                            context.entry,
                            activity,
                            Origin.ADVICE,
                            type,
                            TransactionStatus.AUTHORIZED,
                            amounts,
                            givenBy(context, advice));
            if (!ours) {
                context.stipOverride(made.id(), advice.approvedMinor());
            }
        } else {
            DecisionRecord decision =
                    new DecisionRecord(
                            0,
                            advice.responseCode(),
                            null,
                            DeclineCode.DECLINED_BY_NETWORK,
                            List.of(DeclineCode.DECLINED_BY_NETWORK),
                            context.posting.history().position().facts().rules().version(),
                            0,
                            0);
            made =
                    context.make(
                            context.entry,
                            activity,
                            Origin.ADVICE,
                            type,
                            TransactionStatus.DECLINED,
                            Amounts.declined(requested),
                            decision);
        }
        context.posting.change(null, made);
        EarlyArrivalPosting.applyWaiting(context, made, activity);
        context.posting.await(
                EarlyArrivalPosting.of(context, activity, Kind.ADVICE, null, made.id(), null));
        context.message(Outcome.APPLIED, made.id(), null, null);
    }

    private static DecisionRecord givenBy(PostingContext context, AuthorizationAdvice advice) {
        return DecisionRecord.givenBy(
                advice.approvedMinor(),
                advice.responseCode(),
                advice.activity().refs().approvalCode(),
                context.posting.history().position().facts().rules());
    }
}
