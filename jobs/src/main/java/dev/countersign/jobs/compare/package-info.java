/**
 * The step {@code compare}: our total of each settlement cycle against the network's. And the step
 * {@code prove}: that the whole book is right, without which no night completes.
 */
@NullMarked
package dev.countersign.jobs.compare;

import org.jspecify.annotations.NullMarked;
