/**
 * Events for integrators, with the old and the new state. Start with {@link
 * dev.countersign.reconcile.domain.event.StateEvent}.
 */
@NullMarked
package dev.countersign.reconcile.domain.event;

import org.jspecify.annotations.NullMarked;
