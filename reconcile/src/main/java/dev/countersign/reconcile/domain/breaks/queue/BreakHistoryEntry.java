package dev.countersign.reconcile.domain.breaks.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One action on a break. */
public record BreakHistoryEntry(Instant at, String actor, String action, @Nullable String remark) {}
