package dev.countersign.reconcile.domain.breaks.queue;

import java.time.LocalDate;

/** The night that closed a break. */
public record ClosingNight(long id, LocalDate businessDate) {}
