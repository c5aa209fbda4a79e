/**
 * Breaks, which an operator has to explain. Start with {@link
 * dev.countersign.reconcile.domain.breaks.Break} and {@link
 * dev.countersign.reconcile.domain.breaks.BreakType}, the closed list of them with severity and the
 * way in which each closes.
 */
@NullMarked
package dev.countersign.reconcile.domain.breaks;

import org.jspecify.annotations.NullMarked;
