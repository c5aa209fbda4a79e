/**
 * Breaks, which operators explain. Start with {@link dev.countersign.reconcile.domain.breaks.Break}
 * and {@link dev.countersign.reconcile.domain.breaks.BreakType}, the closed list of types, each
 * with its severity and the condition that closes it.
 */
@NullMarked
package dev.countersign.reconcile.domain.breaks;

import org.jspecify.annotations.NullMarked;
