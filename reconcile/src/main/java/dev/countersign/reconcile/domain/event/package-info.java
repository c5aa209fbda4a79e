/**
 * Events for integrators: what changed, and on which resource. Start with {@link
 * dev.countersign.reconcile.domain.event.CardEvent}.
 */
@NullMarked
package dev.countersign.reconcile.domain.event;

import org.jspecify.annotations.NullMarked;
