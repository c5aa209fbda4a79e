/**
 * Proof of settlement: the comparison of our records with the network's totals ({@link
 * dev.countersign.reconcile.domain.settlement.TotalsComparison}), clearing files with their
 * trailers, and the close of a month ({@link
 * dev.countersign.reconcile.domain.settlement.MonthClose}).
 */
@NullMarked
package dev.countersign.reconcile.domain.settlement;

import org.jspecify.annotations.NullMarked;
