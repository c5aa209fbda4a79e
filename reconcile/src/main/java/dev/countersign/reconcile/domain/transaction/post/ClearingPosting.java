package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Clearing;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.DecisionRecord;
import dev.countersign.reconcile.domain.transaction.EarlyArrival.Kind;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.OriginalReference;
import dev.countersign.reconcile.domain.transaction.RecordedClearing;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;

/**
 * Clearing records: kept for the night, which matches and posts them; a refund is final when it
 * comes.
 */
final class ClearingPosting {

    private ClearingPosting() {}

    static void clearing(PostingContext fold, Clearing clearing) {
        boolean refund = clearing.kind() == MessageKind.REFUND;
        boolean ours = fold.inCardCurrency(clearing.activity());
        TransactionId posted = refund && ours ? refund(fold, clearing).id() : null;
        fold.posting.clearing(
                new RecordedClearing(fold.entry, clearing, fold.holder(), posted, fold.decidedAt));
    }

    /**
     * A refund is final when it comes. It never undoes its purchase, and gives no limit back. An
     * authorization of it that is late finds it. Whether another card of the lineage has the
     * purchase only the night knows.
     */
    private static Transaction refund(PostingContext fold, Clearing clearing) {
        CardActivity activity = clearing.activity();
        long amount = activity.amount().minor();
        OriginalReference purchase = OriginalReference.refundedBy(activity.refs(), fold.at);
        Transaction refunded =
                purchase == null
                        ? null
                        : purchase.in(
                                fold.posting.history(),
                                other -> other.type() != TransactionType.REFUND);
        if (refunded != null) {
            fold.posting.change(
                    refunded,
                    refunded.with(refunded.status(), refunded.amounts().plusRefunded(amount)));
        } else if (fold.posting.history().alone()) {
            fold.raiseBreak(BreakType.REFUND_UNLINKED, null, amount);
        }
        Transaction awaited = new AwaitedRefund(activity, fold.at).in(fold.posting.history());
        if (awaited != null) {
            return fold.posting.change(
                    awaited,
                    awaited.settled(
                            awaited.amounts().refundCleared(amount),
                            awaited.claim().minorOf(activity.claim().amount()),
                            fold.at));
        }
        DecisionRecord verdict =
                DecisionRecord.givenBy(
                        amount,
                        "00",
                        activity.refs().approvalCode(),
                        fold.posting.history().position().facts().rules());
        Transaction made =
                fold.make(
                        fold.entry,
                        activity,
                        Origin.REFUND,
                        TransactionType.REFUND,
                        TransactionStatus.AUTHORIZED,
                        Amounts.cleared(amount),
                        verdict);
        Transaction settled =
                fold.posting.change(
                        null, made.settled(made.amounts(), made.claim().amount().minor(), fold.at));
        fold.posting.await(
                EarlyArrivalPosting.of(fold, activity, Kind.FORCE_POST, null, settled.id(), null));
        return settled;
    }
}
