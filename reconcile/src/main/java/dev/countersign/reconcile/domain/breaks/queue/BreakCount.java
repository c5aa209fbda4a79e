package dev.countersign.reconcile.domain.breaks.queue;

import dev.countersign.reconcile.domain.breaks.BreakType;

/** The number of breaks of a type that began on a day. */
public record BreakCount(BreakType type, long count, long closed) {}
