/**
 * The steps {@code compare} and {@code prove}. {@link dev.countersign.jobs.compare.Compare} sets
 * our total of each settlement cycle against the network's; {@link
 * dev.countersign.jobs.compare.CloseBreaks} closes breaks whose missing side arrived; {@link
 * dev.countersign.jobs.compare.Prove} proves the whole book, without which no night completes.
 */
@NullMarked
package dev.countersign.jobs.compare;

import org.jspecify.annotations.NullMarked;
