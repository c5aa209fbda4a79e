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

    static void clearing(PostingContext context, Clearing clearing) {
        boolean refund = clearing.kind() == MessageKind.REFUND;
        boolean ours = context.inCardCurrency(clearing.activity());
        TransactionId posted = refund && ours ? refund(context, clearing).id() : null;
        context.posting.clearing(
                new RecordedClearing(
                        context.entry, clearing, context.owner(), posted, context.decidedAt));
    }

    /**
     * A refund is final when it comes. It never undoes its purchase, and gives no limit back. An
     * authorization of it that is late finds it. Whether another card of the lineage has the
     * purchase only the night knows.
     */
    private static Transaction refund(PostingContext context, Clearing clearing) {
        CardActivity activity = clearing.activity();
        long amount = activity.amount().minor();
        OriginalReference purchase = OriginalReference.refundedBy(activity.refs(), context.at);
        Transaction refunded =
                purchase == null
                        ? null
                        : purchase.in(
                                context.posting.history(),
                                other -> other.type() != TransactionType.REFUND);
        if (refunded != null) {
            context.posting.change(
                    refunded,
                    refunded.with(refunded.status(), refunded.amounts().plusRefunded(amount)));
        } else if (context.posting.history().alone()) {
            context.raiseBreak(BreakType.REFUND_UNLINKED, null, amount);
        }
        Transaction awaited = new AwaitedRefund(activity, context.at).in(context.posting.history());
        if (awaited != null) {
            return context.posting.change(
                    awaited,
                    awaited.settled(
                            awaited.amounts().refundCleared(amount),
                            awaited.claim().minorOf(activity.claim().amount()),
                            context.at));
        }
        DecisionRecord decision =
                DecisionRecord.givenBy(
                        amount,
                        "00",
                        activity.refs().approvalCode(),
                        context.posting.history().position().facts().rules());
        Transaction made =
                context.make(
                        context.entry,
                        activity,
                        Origin.REFUND,
                        TransactionType.REFUND,
                        TransactionStatus.AUTHORIZED,
                        Amounts.cleared(amount),
                        decision);
        Transaction settled =
                context.posting.change(
                        null,
                        made.settled(made.amounts(), made.claim().amount().minor(), context.at));
        context.posting.await(
                EarlyArrivalPosting.of(
                        context, activity, Kind.FORCE_POST, null, settled.id(), null));
        return settled;
    }
}
