/**
 * Changes of state that are still to be published. Start with {@link
 * dev.countersign.reconcile.store.event.StateChangeStore}, which writers and the publisher share.
 */
@NullMarked
package dev.countersign.reconcile.store.event;

import org.jspecify.annotations.NullMarked;
