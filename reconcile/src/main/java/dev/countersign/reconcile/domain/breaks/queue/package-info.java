/**
 * Breaks as operators read them: {@link dev.countersign.reconcile.domain.breaks.queue.QueuedBreak}
 * in the queue, and the facts known about each.
 */
@NullMarked
package dev.countersign.reconcile.domain.breaks.queue;

import org.jspecify.annotations.NullMarked;
