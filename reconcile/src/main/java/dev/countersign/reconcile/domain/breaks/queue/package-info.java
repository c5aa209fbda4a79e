/**
 * Breaks as the people who work on them read them: {@link
 * dev.countersign.reconcile.domain.breaks.queue.QueuedBreak} in the queue, and what is known beside
 * one.
 */
@NullMarked
package dev.countersign.reconcile.domain.breaks.queue;

import org.jspecify.annotations.NullMarked;
