package dev.countersign.reconcile.domain.quarantine;

import org.jspecify.annotations.Nullable;

/** The filter of the messages; a reason of null asks for all. */
public record QuarantineFilter(boolean waiting, @Nullable String reason) {}
