/**
 * The state of a card's PIN: set, not set or blocked, and the remaining tries. Only the vault knows
 * the PIN itself. Start with {@link dev.countersign.reconcile.domain.pin.PinState}.
 */
@NullMarked
package dev.countersign.reconcile.domain.pin;

import org.jspecify.annotations.NullMarked;
