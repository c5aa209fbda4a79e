/**
 * The steps {@code compare} and {@code prove}. {@link dev.countersign.jobs.compare.Compare}
 * compares our total of each settlement cycle with the network's. {@link
 * dev.countersign.jobs.compare.CloseBreaks} closes breaks whose missing side arrived. {@link
 * dev.countersign.jobs.compare.Prove} proves the whole book; no night completes without it.
 */
@NullMarked
package dev.countersign.jobs.compare;

import org.jspecify.annotations.NullMarked;
