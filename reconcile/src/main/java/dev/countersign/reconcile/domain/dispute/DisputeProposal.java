package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A proposal that nobody has answered, about a difference that is still open.
 *
 * @param code what the reason alone does not say
 * @param minor what it would claim: what was proposed, and no more than what is left
 * @param deadline our last day for filing it, as the dispute will have it
 * @param processedAt business time of the clearing that it is about, if it is about one
 * @param evidence a JSON object
 */
public record DisputeProposal(
        BreakId breakId,
        BreakType type,
        Book book,
        TransactionId transaction,
        DisputeReason reason,
        @Nullable String code,
        long minor,
        String currency,
        LocalDate businessDate,
        @Nullable LocalDate deadline,
        @Nullable Instant processedAt,
        String evidence) {

    /** The last day on which the network takes it. */
    public @Nullable LocalDate networkDeadline() {
        return deadline == null ? null : deadline.plusDays(FilingWindows.MARGIN_DAYS);
    }

    /** Days until the deadline; below zero when it has passed. */
    public @Nullable Long daysLeft(LocalDate today) {
        return deadline == null ? null : ChronoUnit.DAYS.between(today, deadline);
    }

    /** The key of a proposal in the list. */
    public record ProposalPosition(@Nullable LocalDate deadline, BreakId id) {

        public static ProposalPosition of(DisputeProposal last) {
            return new ProposalPosition(last.deadline(), last.breakId());
        }
    }
}
