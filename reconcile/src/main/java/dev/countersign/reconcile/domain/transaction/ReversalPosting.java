package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Reversal;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.domain.transaction.EarlyArrival.Kind;
import dev.countersign.reconcile.domain.transaction.RecordedMessage.Outcome;
import org.jspecify.annotations.Nullable;

/** Reversals: give back all or part of a hold, never more than there is. */
final class ReversalPosting {

    private ReversalPosting() {}

    static void reversal(Fold fold, Reversal reversal) {
        CardActivity activity = reversal.activity();
        if (fold.keptForItsCurrency(activity)) {
            return;
        }
        Transaction original = fold.original(activity);
        if (original == null) {
            await(fold, reversal);
            fold.message(Outcome.WAITING, null, null, null);
            return;
        }
        Transaction after = original;
        boolean more = ofMore(fold, original, activity);
        if (original.open() && more) {
            after = release(fold, original, original.amounts().held(), null);
        } else if (original.open()) {
            after = release(fold, original, activity.amount().minor(), reversal.replacementMinor());
        } else if (original.expired()) {
            after =
                    afterExpiry(
                            fold, original, activity.amount().minor(), reversal.replacementMinor());
        } else if (original.status() == TransactionStatus.SETTLED) {
            fold.difference(
                    BreakType.REVERSAL_AFTER_CLEARING, original.id(), activity.amount().minor());
        }
        if (original.status() == TransactionStatus.DECLINED || more) {
            await(fold, reversal);
        }
        fold.message(
                after.equals(original) ? Outcome.ATTACHED : Outcome.APPLIED,
                original.id(),
                null,
                null);
    }

    /**
     * True when an increment that stood alone is all that is there of the lifecycle, and cannot be
     * all that is taken back: the original that is named is still to come, and what remains is said
     * of that.
     */
    private static boolean ofMore(Fold fold, Transaction original, CardActivity activity) {
        return Originals.namedBy(activity.refs(), fold.at).goesBeyond(original)
                && activity.amount().minor() > original.amounts().held();
    }

    /**
     * Waits for the original that has not come; for the network's advice of one that we declined,
     * should it have approved that for us.
     */
    private static void await(Fold fold, Reversal reversal) {
        fold.posting.await(
                fold.early(
                        reversal.activity(),
                        Kind.REVERSAL,
                        reversal.replacementMinor(),
                        null,
                        null));
    }

    /**
     * The hold expired here, which the network was not told: what the merchant gives back is no
     * longer what a clearing in time may still present.
     */
    private static Transaction afterExpiry(
            Fold fold, Transaction original, long amount, @Nullable Long replacement) {
        long there = original.authorizedMinor();
        long back = givenBack(fold, original, there, amount, replacement);
        return back == 0
                ? original
                : fold.posting.change(
                        original,
                        original.with(
                                TransactionStatus.REVERSED,
                                original.amounts().reversedAfterExpiry(there - back)));
    }

    /**
     * Gives back part of a hold: down to what the message says remains, else by what it takes back,
     * never below zero. A message that says what remains may repeat what was taken back before.
     */
    static Transaction release(
            Fold fold, Transaction original, long amount, @Nullable Long replacement) {
        Amounts amounts = original.amounts();
        if (original.type() == TransactionType.REFUND) {
            boolean whole = replacement == null ? amount >= amounts.approved() : replacement == 0;
            return whole
                    ? fold.posting.change(
                            original, original.with(TransactionStatus.REVERSED, amounts))
                    : original;
        }
        long released = givenBack(fold, original, amounts.held(), amount, replacement);
        if (released == 0 && amounts.held() > 0) {
            return original;
        }
        Amounts after = amounts.minusReversed(released);
        TransactionStatus status =
                after.held() == 0 && after.cleared() == 0
                        ? TransactionStatus.REVERSED
                        : original.status();
        return fold.posting.change(original, original.minusReversed(status, released));
    }

    /** How much of what is there, held or expired, a reversal gives back; more of it is told. */
    private static long givenBack(
            Fold fold, Transaction original, long there, long amount, @Nullable Long replacement) {
        Amounts amounts = original.amounts();
        long back =
                replacement == null
                        ? Math.min(amount, there)
                        : Math.max(0, there - Math.max(0, replacement - amounts.cleared()));
        long most = replacement == null ? there : amounts.approved();
        if (back > 0 && amount > most) {
            fold.difference(BreakType.REVERSAL_EXCEEDS, original.id(), amount - most);
        }
        return back;
    }
}
