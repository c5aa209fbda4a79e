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
            PostingContext fold,
            CardActivity activity,
            Kind kind,
            @Nullable Long replacement,
            @Nullable TransactionId transaction,
            @Nullable FeedEntry parked) {
        return new EarlyArrival(
                fold.entry.identity(),
                fold.holder().cardId(),
                kind,
                OriginalReference.namedBy(activity.refs(), fold.at).telling(),
                activity.refs().originalTransmittedAt(),
                StatedAmount.of(activity, replacement, fold.at),
                transaction,
                parked);
    }

    /** True when all of an activity was taken back before it came. */
    static boolean reversedBefore(PostingContext fold, CardActivity activity, Instant sentAt) {
        for (EarlyArrival arrival : fold.posting.history().early()) {
            if (arrival.reversesWhole(activity, sentAt)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Applies to an authorization the early arrivals that waited for it, in the order they came.
     */
    static void meet(PostingContext fold, Transaction made, CardActivity activity) {
        for (EarlyArrival arrival : fold.posting.history().early()) {
            if (!arrival.belongsTo(activity, made.createdAt())) {
                continue;
            }
            Transaction now = current(fold, made);
            switch (arrival.kind()) {
                case REVERSAL -> {
                    if (now.status() == TransactionStatus.AUTHORIZED) {
                        ReversalPosting.met(fold, now, arrival);
                    } else if (!now.mayStillBeApproved() && !arrival.waitsBeyond(now)) {
                        fold.posting.found(arrival);
                    }
                }
                case INCREMENT -> {
                    fold.posting.found(arrival);
                    if (arrival.parked() != null) {
                        IncrementPosting.addTo(fold, now, arrival.parked(), true);
                    }
                }
                case ADVICE, FORCE_POST -> {}
            }
        }
    }

    private static Transaction current(PostingContext fold, Transaction made) {
        Transaction now = fold.posting.history().latest(other -> other.id().equals(made.id()));
        return now == null ? made : now;
    }
}
