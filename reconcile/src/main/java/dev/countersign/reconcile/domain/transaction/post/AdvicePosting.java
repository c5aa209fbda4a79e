package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion.Purpose;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationAdvice;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.DecisionRecord;
import dev.countersign.reconcile.domain.transaction.EarlyArrival.Kind;
import dev.countersign.reconcile.domain.transaction.Hold;
import dev.countersign.reconcile.domain.transaction.MerchantAmounts;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.RecordedMessage.Outcome;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Advices: what the network decided stands; where we decided otherwise, that is a difference. */
final class AdvicePosting {

    private AdvicePosting() {}

    static void advice(PostingContext fold, AuthorizationAdvice advice) {
        if (fold.keptForItsCurrency(advice.activity())) {
            return;
        }
        if (Purpose.of(advice.activity().processing()).asksOnly()) {
            fold.message(Outcome.RECORDED, null, null, null);
            return;
        }
        Transaction original = fold.original(advice.activity());
        if (original == null || isInAnotherCurrency(original, advice)) {
            adviseNew(fold, advice);
            return;
        }
        Transaction after =
                advice.approved()
                        ? approvedForUs(fold, original, advice)
                        : declinedForUs(fold, original);
        if (original.status() == TransactionStatus.DECLINED && after.open()) {
            EarlyArrivalPosting.meet(fold, after, advice.activity());
        }
        fold.message(
                after.equals(original) ? Outcome.ATTACHED : Outcome.APPLIED,
                original.id(),
                null,
                advice.approved() ? null : DeclineCode.DECLINED_BY_NETWORK);
    }

    /** True of one that was declined for its currency: the network approved in the card's. */
    private static boolean isInAnotherCurrency(Transaction original, AuthorizationAdvice advice) {
        return !original.currency().equals(advice.activity().amount().currency());
    }

    /** The network's approval stands: the hold becomes what it approved, never more beside it. */
    private static Transaction approvedForUs(
            PostingContext fold, Transaction original, AuthorizationAdvice advice) {
        if (original.type() == TransactionType.REFUND) {
            return refundApprovedForUs(fold, original);
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
                fold.stipOverride(original.id(), approved);
                yield fold.posting.change(
                        original,
                        original.with(
                                        TransactionStatus.AUTHORIZED,
                                        Amounts.held(original.amounts().requested(), approved))
                                .withMerchantAuthorized(merchants(original, advice)));
            }
            case AUTHORIZED ->
                    ofOriginalAlone(original, advice)
                            ? moved(fold, original, advice)
                            : held(fold, original, advice);
            case REVERSED -> original.expired() ? afterExpiry(fold, original, advice) : original;
            case SETTLED ->
                    original.amounts().held() > 0 ? afterPart(fold, original, advice) : original;
        };
    }

    /** A part has cleared: what the network approved is of all parts, and their rest is held. */
    private static Transaction afterPart(
            PostingContext fold, Transaction original, AuthorizationAdvice advice) {
        long now = approvedNow(original, advice);
        return changes(original, advice, now)
                ? fold.posting.change(
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
            PostingContext fold, Transaction original, AuthorizationAdvice advice) {
        Amounts amounts = original.amounts();
        long now = approvedNow(original, advice);
        if (!changes(original, advice, now)) {
            return original;
        }
        return fold.posting.change(
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
            PostingContext fold, Transaction original, AuthorizationAdvice advice) {
        long hold = advice.approvedMinor();
        if (!changes(original, advice, hold)) {
            return original;
        }
        return hold == 0
                ? released(fold, original)
                : fold.posting.change(
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
        DecisionRecord ours = original.verdict();
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
        DecisionRecord ours = original.verdict();
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
            PostingContext fold, Transaction original, AuthorizationAdvice advice) {
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
                ? released(fold, original)
                : fold.posting.change(
                        original,
                        original.with(
                                        TransactionStatus.AUTHORIZED,
                                        amounts.plusAuthorized(change, increments))
                                .withMerchantAuthorized(merchantsNow(original, advice)));
    }

    private static Transaction released(PostingContext fold, Transaction original) {
        Amounts amounts = original.amounts();
        return fold.posting.change(
                original,
                original.with(TransactionStatus.REVERSED, amounts.minusReversed(amounts.held())));
    }

    /** Money that comes back is never held. */
    private static Transaction refundApprovedForUs(PostingContext fold, Transaction original) {
        if (!original.mayStillBeApproved()) {
            return original;
        }
        long requested = original.amounts().requested();
        fold.stipOverride(original.id(), requested);
        return fold.posting.change(
                original,
                original.with(TransactionStatus.AUTHORIZED, Amounts.awaitingRefund(requested)));
    }

    private static Transaction declinedForUs(PostingContext fold, Transaction original) {
        return switch (original.status()) {
            case AUTHORIZED -> {
                fold.stipOverride(original.id(), original.amounts().held());
                yield released(fold, original);
            }
            case SETTLED -> declinedAfterClearing(fold, original);
            case DECLINED, REVERSED -> original;
        };
    }

    /**
     * Declines a transaction of which an amount cleared. What cleared stays so, and nothing more of
     * it is held.
     */
    private static Transaction declinedAfterClearing(PostingContext fold, Transaction original) {
        Amounts amounts = original.amounts();
        if (original.origin() == Origin.SINGLE_MESSAGE) {
            fold.stipOverride(original.id(), amounts.cleared());
        }
        if (amounts.held() == 0) {
            return original;
        }
        fold.stipOverride(original.id(), amounts.held());
        return fold.posting.change(
                original,
                original.approvedAfterPart(amounts.cleared()).withMerchantAuthorized(null));
    }

    /** The advice came first, or alone: it makes the transaction, and a late request finds it. */
    private static void adviseNew(PostingContext fold, AuthorizationAdvice advice) {
        CardActivity activity = advice.activity();
        Purpose purpose = Purpose.of(activity.processing());
        TransactionType type = TransactionType.of(purpose);
        long requested = activity.amount().minor();
        Transaction made;
        if (advice.approved()) {
            boolean ours =
                    fold.authorizer.wouldApprove(
                            AuthorizationQuestion.of(advice, purpose, false),
                            fold.posting.history().position());
            Amounts amounts =
                    type == TransactionType.REFUND
                            ? Amounts.awaitingRefund(requested)
                            : Amounts.held(requested, advice.approvedMinor());
            made =
                    fold.make(
                            fold.entry,
                            activity,
                            Origin.ADVICE,
                            type,
                            TransactionStatus.AUTHORIZED,
                            amounts,
                            givenBy(fold, advice));
            if (!ours) {
                fold.stipOverride(made.id(), advice.approvedMinor());
            }
        } else {
            DecisionRecord verdict =
                    new DecisionRecord(
                            0,
                            advice.responseCode(),
                            null,
                            DeclineCode.DECLINED_BY_NETWORK,
                            List.of(DeclineCode.DECLINED_BY_NETWORK),
                            fold.posting.history().position().facts().rules().version(),
                            0,
                            0);
            made =
                    fold.make(
                            fold.entry,
                            activity,
                            Origin.ADVICE,
                            type,
                            TransactionStatus.DECLINED,
                            Amounts.declined(requested),
                            verdict);
        }
        fold.posting.change(null, made);
        EarlyArrivalPosting.meet(fold, made, activity);
        fold.posting.await(
                EarlyArrivalPosting.of(fold, activity, Kind.ADVICE, null, made.id(), null));
        fold.message(Outcome.APPLIED, made.id(), null, null);
    }

    private static DecisionRecord givenBy(PostingContext fold, AuthorizationAdvice advice) {
        return DecisionRecord.givenBy(
                advice.approvedMinor(),
                advice.responseCode(),
                advice.activity().refs().approvalCode(),
                fold.posting.history().position().facts().rules());
    }
}
