package dev.countersign.jobs.compare;

import dev.countersign.reconcile.domain.breaks.BreakClosing.Event;

/** A difference, and what happened that may close it. */
record ClosingEvent(OpenBreak open, Event event) {}
