package dev.countersign.reconcile.domain.audit;

import org.jspecify.annotations.Nullable;

/** The filter of the entries; null asks for all. */
public record AuditFilter(@Nullable String actor, @Nullable String subject) {}
