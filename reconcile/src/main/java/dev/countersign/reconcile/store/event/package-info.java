/**
 * Unpublished changes of state. Start with {@link
 * dev.countersign.reconcile.store.event.StateChangeStore}, which the writers and the publisher
 * share.
 */
@NullMarked
package dev.countersign.reconcile.store.event;

import org.jspecify.annotations.NullMarked;
