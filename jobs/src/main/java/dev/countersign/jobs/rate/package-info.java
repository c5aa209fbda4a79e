/**
 * Interchange and scheme fees: the rates of a file, and their comparison with the amounts that the
 * network paid. Start with {@link dev.countersign.jobs.rate.InterchangeRates} and {@link
 * dev.countersign.jobs.rate.CheckInterchange}.
 */
@NullMarked
package dev.countersign.jobs.rate;

import org.jspecify.annotations.NullMarked;
