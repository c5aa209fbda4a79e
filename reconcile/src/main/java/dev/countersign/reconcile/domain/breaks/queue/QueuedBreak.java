package dev.countersign.reconcile.domain.breaks.queue;

import dev.countersign.reconcile.domain.breaks.AgeBucket;
import dev.countersign.reconcile.domain.breaks.BreakState;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A break of the queue.
 *
 * @param asked true when an operator wants it written off
 */
public record QueuedBreak(
        BreakId id,
        BreakType type,
        Severity severity,
        long minor,
        @Nullable String currency,
        @Nullable TransactionId transactionId,
        BreakState state,
        LocalDate origin,
        Instant foundAt,
        @Nullable String owner,
        boolean asked) {

    /** The key of a break in the queue. */
    public record QueuePosition(Severity severity, LocalDate origin, BreakId id) {

        public static QueuePosition of(QueuedBreak last) {
            return new QueuePosition(last.severity(), last.origin(), last.id());
        }
    }

    /** Returns how long the break has waited, in words. */
    public String age(LocalDate today) {
        long days = AgeBucket.days(origin, today);
        return days == 1 ? "1 day" : days + " days";
    }
}
