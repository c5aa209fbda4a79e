/**
 * Events for integrators: what a thing was, and what it is. Start with {@link
 * dev.countersign.reconcile.domain.event.StateEvent}.
 */
@NullMarked
package dev.countersign.reconcile.domain.event;

import org.jspecify.annotations.NullMarked;
