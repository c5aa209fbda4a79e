/**
 * The matters that must be proved: the breaks that an operator has to explain ({@link
 * dev.countersign.reconcile.domain.breaks.Break}), and the agreement of our records, the network's
 * totals and the calendar ({@link dev.countersign.reconcile.domain.settlement.TotalsComparison},
 * {@link dev.countersign.reconcile.domain.settlement.MonthClose}).
 */
@NullMarked
package dev.countersign.reconcile.domain.settlement;

import org.jspecify.annotations.NullMarked;
