package dev.countersign.reconcile.domain.breaks.queue;

import dev.countersign.reconcile.domain.breaks.Severity;
import java.time.LocalDate;

/** The number of breaks of a severity that began on a day and wait. */
public record WaitingBreaks(Severity severity, LocalDate origin, long count) {}
