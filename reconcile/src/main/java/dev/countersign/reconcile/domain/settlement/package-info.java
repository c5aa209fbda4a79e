/**
 * What must be proved: the differences that somebody has to explain ({@link
 * dev.countersign.reconcile.domain.settlement.Break}), and whether our records, the network's
 * totals and the calendar agree ({@link
 * dev.countersign.reconcile.domain.settlement.TotalsComparison}, {@link
 * dev.countersign.reconcile.domain.settlement.MonthClose}).
 */
@NullMarked
package dev.countersign.reconcile.domain.settlement;

import org.jspecify.annotations.NullMarked;
