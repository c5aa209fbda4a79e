package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.EarlyArrival.Kind;
import dev.countersign.reconcile.domain.transaction.OriginalReference;
import dev.countersign.reconcile.domain.transaction.StatedAmount;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Early arrivals: wait for the authorization that they belong to, and meet it. */
final class EarlyArrivalPosting {

    private EarlyArrivalPosting() {}

    /** The message at hand as one that came before its original. */
    static EarlyArrival of(
            PostingContext context,
            CardActivity activity,
            Kind kind,
            @Nullable Long replacement,
            @Nullable TransactionId transaction,
            @Nullable FeedEntry parked) {
        OriginalReference original = OriginalReference.namedBy(activity.refs(), context.at);
        return new EarlyArrival(
                context.entry.identity(),
                context.owner().cardId(),
                kind,
                original.matchingKeys(),
                activity.refs().originalTransmittedAt() == null ? null : original.originalAt(),
                StatedAmount.of(activity, replacement, context.at),
                transaction,
                parked);
    }

    /** True when all of an activity was taken back before it came. */
    static boolean reversedBefore(PostingContext context, CardActivity activity, Instant sentAt) {
        for (EarlyArrival arrival : context.posting.history().early()) {
            if (arrival.reversesWhole(activity, sentAt)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Applies to an authorization the early arrivals that waited for it, in the order they came.
     */
    static void applyWaiting(PostingContext context, Transaction made, CardActivity activity) {
        for (EarlyArrival arrival : context.posting.history().early()) {
            if (!arrival.belongsTo(activity, made.createdAt())) {
                continue;
            }
            Transaction now = current(context, made);
            switch (arrival.kind()) {
                case REVERSAL -> {
                    if (now.status() == TransactionStatus.AUTHORIZED) {
                        ReversalPosting.applyEarly(context, now, arrival);
                    } else if (!now.mayStillBeApproved() && !arrival.waitsBeyond(now)) {
                        context.posting.found(arrival);
                    }
                }
                case INCREMENT -> {
                    context.posting.found(arrival);
                    if (arrival.parked() != null) {
                        IncrementPosting.addTo(context, now, arrival.parked(), true);
                    }
                }
                case ADVICE, FORCE_POST -> {}
            }
        }
    }

    private static Transaction current(PostingContext context, Transaction made) {
        Transaction now = context.posting.history().latest(other -> other.id().equals(made.id()));
        return now == null ? made : now;
    }
}
