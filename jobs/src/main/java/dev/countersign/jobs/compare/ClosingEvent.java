package dev.countersign.jobs.compare;

import dev.countersign.reconcile.domain.settlement.BreakClosing.Event;

/** A difference, and what happened that may close it. */
record ClosingEvent(OpenBreak open, Event event) {}
