/**
 * The breaks that an operator has to explain: {@link dev.countersign.reconcile.domain.breaks.Break}
 * and its {@link dev.countersign.reconcile.domain.breaks.BreakType}, their ages, and the ways in
 * which they close.
 */
@NullMarked
package dev.countersign.reconcile.domain.breaks;

import org.jspecify.annotations.NullMarked;
