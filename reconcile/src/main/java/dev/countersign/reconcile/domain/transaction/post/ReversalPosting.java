package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Reversal;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.EarlyArrival.Kind;
import dev.countersign.reconcile.domain.transaction.MerchantAmounts;
import dev.countersign.reconcile.domain.transaction.OriginalReference;
import dev.countersign.reconcile.domain.transaction.RecordedMessage.Outcome;
import dev.countersign.reconcile.domain.transaction.StatedAmount;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;

/** Reversals: give back all or part of a hold, never more than there is. */
final class ReversalPosting {

    private ReversalPosting() {}

    static void reversal(PostingContext context, Reversal reversal) {
        CardActivity activity = reversal.activity();
        if (context.keptForItsCurrency(activity)) {
            return;
        }
        Transaction original = context.original(activity);
        if (original == null) {
            await(context, reversal, 0);
            context.message(Outcome.WAITING, null, null, null);
            return;
        }
        Transaction after = original;
        long there = left(original);
        boolean more = ofMore(context, original, activity, there);
        StatedAmount all =
                StatedAmount.of(activity, reversal.replacementMinor(), reversal.header().at());
        StatedAmount release = more ? all.only(there) : all;
        if (original.open()) {
            after = release(context, original, release);
        } else if (original.expired()) {
            after = afterExpiry(context, original, release);
        } else if (original.status() == TransactionStatus.SETTLED) {
            context.raiseBreak(
                    BreakType.REVERSAL_AFTER_CLEARING, original.id(), activity.amount().minor());
        }
        if (original.status() == TransactionStatus.DECLINED || more) {
            await(context, reversal, more ? there - left(after) : 0);
        }
        context.message(
                after.equals(original) ? Outcome.ATTACHED : Outcome.APPLIED,
                original.id(),
                null,
                null);
    }

    /**
     * Returns what a reversal may still give back of a transaction: what is held, or was held when
     * it expired.
     */
    private static long left(Transaction transaction) {
        return transaction.expired() ? transaction.authorizedMinor() : transaction.amounts().held();
    }

    /**
     * True when an increment that stood alone is all that is there of the lifecycle, and cannot be
     * all that is taken back: the original that is named is still to come, and what remains is said
     * of that.
     */
    private static boolean ofMore(
            PostingContext context, Transaction original, CardActivity activity, long there) {
        return OriginalReference.namedBy(activity.refs(), context.at).goesBeyond(original)
                && activity.amount().minor() > there;
    }

    /**
     * Waits for the original that has not come; for the network's advice of one that we declined,
     * should it have approved that for us.
     *
     * @param taken what it took back of an increment that stood alone
     */
    private static void await(PostingContext context, Reversal reversal, long taken) {
        EarlyArrival whole =
                EarlyArrivalPosting.of(
                        context,
                        reversal.activity(),
                        Kind.REVERSAL,
                        reversal.replacementMinor(),
                        null,
                        null);
        context.posting.await(rest(whole, taken));
    }

    private static EarlyArrival rest(EarlyArrival whole, long taken) {
        return taken == 0 ? whole : whole.less(taken);
    }

    /**
     * It waited for what was made now. Where that is but an increment that stood alone, and holds
     * less than is taken back, the rest waits on.
     */
    static void applyEarly(PostingContext context, Transaction made, EarlyArrival arrival) {
        long there = left(made);
        boolean more = arrival.waitsBeyond(made) && arrival.stated().minor() > there;
        StatedAmount all = arrival.stated();
        Transaction after = release(context, made, more ? all.only(there) : all);
        EarlyArrival rest = more ? rest(arrival, there - left(after)) : null;
        if (arrival.equals(rest)) {
            return;
        }
        context.posting.found(arrival);
        if (rest != null) {
            context.posting.await(rest);
        }
    }

    /**
     * The hold expired here, which the network was not told: what the merchant gives back is no
     * longer what a clearing in time may still present.
     */
    private static Transaction afterExpiry(
            PostingContext context, Transaction original, StatedAmount release) {
        if (original.hold().saysRemainderAfter(release.sent())) {
            return original;
        }
        long there = original.authorizedMinor();
        long back = released(context, original, there, release);
        Amounts after = original.amounts().reversedAfterExpiry(there - back);
        return withStatement(
                context,
                original,
                back == 0 ? original : original.with(TransactionStatus.REVERSED, after),
                release,
                back);
    }

    /**
     * Gives back part of a hold: down to what the message says remains, else by what it takes back,
     * never below zero. A message that says what remains may repeat what was taken back before;
     * what was sent before it is in what remains, and increments that were sent after it are not.
     */
    static Transaction release(PostingContext context, Transaction original, StatedAmount release) {
        Amounts amounts = original.amounts();
        if (original.type() == TransactionType.REFUND) {
            boolean whole =
                    release.left() == null
                            ? release.minor() >= amounts.approved()
                            : release.left() == 0;
            return whole
                    ? context.posting.change(
                            original, original.with(TransactionStatus.REVERSED, amounts))
                    : original;
        }
        if (original.hold().saysRemainderAfter(release.sent())) {
            return original;
        }
        long back = released(context, original, amounts.held(), release);
        boolean nothing = back == 0 && amounts.held() > 0;
        TransactionStatus status =
                back == amounts.held() && amounts.cleared() == 0
                        ? TransactionStatus.REVERSED
                        : original.status();
        return withStatement(
                context,
                original,
                nothing ? original : original.minusReversed(status, back, release.sent()),
                release,
                back);
    }

    /**
     * Keeps what a reversal said beside what it did. One that leaves more than there is knows of
     * what was not read yet: its word is not the last.
     */
    private static Transaction withStatement(
            PostingContext context,
            Transaction original,
            Transaction released,
            StatedAmount release,
            long back) {
        Transaction after = released;
        if (back > 0 && released.authorizedMinor() < original.authorizedMinor()) {
            after =
                    after.withMerchantAuthorized(
                            back == release.minor()
                                    ? MerchantAmounts.difference(
                                            original.merchantAuthorizedMinor(),
                                            original.claim().minorOf(release.merchantAmount()))
                                    : null);
        }
        Long left = release.left();
        if (left != null
                && left <= Math.max(original.amounts().counted(), original.authorizedMinor())
                && !release.sent().equals(original.hold().replacementStatedAt())) {
            after = after.withReplacementStatedAt(release.sent());
        }
        return after.equals(original) ? original : context.posting.change(original, after);
    }

    /**
     * Returns how much of the amount that is there, held or expired, a reversal gives back. A
     * reversal of more raises a break.
     */
    private static long released(
            PostingContext context, Transaction original, long there, StatedAmount release) {
        Amounts amounts = original.amounts();
        long minor = release.minor();
        Long left = release.left();
        long later = left == null || left == 0 ? 0 : original.hold().addedAfter(release.sent());
        long back =
                left == null
                        ? Math.min(minor, there)
                        : Math.max(0, there - Math.max(0, left - amounts.cleared()) - later);
        long most = left == null ? there : amounts.approved();
        if (back > 0 && minor > most) {
            context.raiseBreak(BreakType.REVERSAL_EXCEEDS, original.id(), minor - most);
        }
        return back;
    }
}
