package dev.countersign.reconcile.domain.breaks;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A break as the book keeps it, with the work that was done on it.
 *
 * @param clearing the row of the clearing record
 * @param owner who looks into it
 * @param resolution how it ended, or what was found out so far
 * @param detail a JSON object
 */
public record BreakRecord(
        BreakId id,
        BreakType type,
        Severity severity,
        UUID subject,
        long minor,
        @Nullable String currency,
        @Nullable Mode mode,
        @Nullable CardId cardId,
        @Nullable TransactionId transactionId,
        @Nullable UUID clearing,
        BreakState state,
        LocalDate origin,
        @Nullable String owner,
        @Nullable String resolution,
        @Nullable String resolvedBy,
        @Nullable String approvedBy,
        @Nullable Instant closedAt,
        String detail) {

    /** The clearing record's id, as the interface writes it. */
    public @Nullable String clearingId() {
        return clearing == null ? null : IdText.write("clr_", clearing);
    }

    /** The same, not closed; who closed it before, if anybody did, is no longer said. */
    public BreakRecord open(BreakState now, @Nullable String by, @Nullable String found) {
        return changed(now, by, found, null, null, null);
    }

    /** The same, closed. */
    public BreakRecord closed(
            BreakState as, String because, String by, @Nullable String approvedBy, Instant at) {
        return changed(as, owner, because, by, approvedBy, at);
    }

    private BreakRecord changed(
            BreakState newState,
            @Nullable String newOwner,
            @Nullable String newResolution,
            @Nullable String newResolvedBy,
            @Nullable String newApprovedBy,
            @Nullable Instant newClosedAt) {
        return new BreakRecord(
                id,
                type,
                severity,
                subject,
                minor,
                currency,
                mode,
                cardId,
                transactionId,
                clearing,
                newState,
                origin,
                newOwner,
                newResolution,
                newResolvedBy,
                newApprovedBy,
                newClosedAt,
                detail);
    }
}
