/**
 * The commands that import rates from files. They are thin: {@link dev.countersign.jobs.fx.FxRates}
 * and {@link dev.countersign.jobs.rate.InterchangeRates} have the rules.
 */
@NullMarked
package dev.countersign.facade.launch.rate;

import org.jspecify.annotations.NullMarked;
