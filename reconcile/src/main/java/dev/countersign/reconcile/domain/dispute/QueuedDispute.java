package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A dispute of the queue.
 *
 * @param claimedMinor when it was opened; more than is disputed where a reversal left less
 * @param processedAt business time of the clearing that it is about, which is its transaction's
 *     first where it says none; null where that is not settled
 * @param deadline our last day for filing it, as its proposal had it; null where its transaction is
 *     not settled
 * @param breakId the break that led to it; null where an operator opened it
 */
public record QueuedDispute(
        Dispute dispute,
        long claimedMinor,
        Book book,
        CardId card,
        Network network,
        @Nullable String merchant,
        @Nullable Instant processedAt,
        @Nullable LocalDate deadline,
        @Nullable BreakId breakId) {

    /** The last day on which the network takes it; null where its transaction is not settled. */
    public @Nullable LocalDate networkDeadline() {
        return deadline == null ? null : deadline.plusDays(FilingWindows.MARGIN_DAYS);
    }

    /** Days until ours; below zero when it has passed, null when it counts no more. */
    public @Nullable Long daysLeft(LocalDate today) {
        LocalDate last = deadline;
        boolean waits = dispute.status() == DisputeStatus.OPEN;
        return last == null || !waits ? null : ChronoUnit.DAYS.between(today, last);
    }

    /**
     * The key of a dispute in the queue.
     *
     * @param due its last day for filing; null where it counts no more
     */
    public record DisputePosition(@Nullable LocalDate due, DisputeId id) {

        public static DisputePosition of(QueuedDispute last) {
            boolean waits = last.dispute().status() == DisputeStatus.OPEN;
            return new DisputePosition(waits ? last.deadline() : null, last.dispute().id());
        }
    }
}
