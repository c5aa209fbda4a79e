/**
 * The state of a card's PIN: set, not set or blocked, and the tries that are left. The PIN itself
 * is known to the vault alone. Start with {@link dev.countersign.reconcile.domain.pin.PinState}.
 */
@NullMarked
package dev.countersign.reconcile.domain.pin;

import org.jspecify.annotations.NullMarked;
