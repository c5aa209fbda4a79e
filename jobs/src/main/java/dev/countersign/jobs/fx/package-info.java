/**
 * Exchange rates from files ({@link dev.countersign.jobs.fx.FxRates}), and the value of the
 * currency position at the end of a month ({@link dev.countersign.jobs.fx.Revalue}).
 */
@NullMarked
package dev.countersign.jobs.fx;

import org.jspecify.annotations.NullMarked;
