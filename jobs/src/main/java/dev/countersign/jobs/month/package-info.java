/**
 * The close of a month: {@link dev.countersign.jobs.month.Months} says what stands in its way, and
 * keeps what the month added up to.
 */
@NullMarked
package dev.countersign.jobs.month;

import org.jspecify.annotations.NullMarked;
