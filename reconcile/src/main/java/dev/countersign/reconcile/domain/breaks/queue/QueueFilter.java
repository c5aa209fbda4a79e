package dev.countersign.reconcile.domain.breaks.queue;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.Severity;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The filter of the queue of breaks; null asks for all.
 *
 * @param closed true for those that need no more work
 * @param asked true for those alone that an operator wants written off
 * @param owner empty for those that nobody has taken
 */
public record QueueFilter(
        Mode mode,
        boolean closed,
        boolean asked,
        @Nullable BreakType type,
        @Nullable Severity severity,
        @Nullable String owner,
        @Nullable LocalDate origin) {}
