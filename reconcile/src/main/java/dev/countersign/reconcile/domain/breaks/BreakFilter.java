package dev.countersign.reconcile.domain.breaks;

import dev.countersign.reconcile.domain.account.Mode;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** The filter of a list of breaks; null asks for all. */
public record BreakFilter(
        @Nullable Mode mode,
        @Nullable LocalDate origin,
        @Nullable BreakState state,
        @Nullable BreakType type,
        @Nullable Severity severity,
        @Nullable String owner) {}
