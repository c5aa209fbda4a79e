/**
 * The close of a month. {@link dev.countersign.jobs.month.Months} reports the obstacles, and keeps
 * the sums of a closed month.
 */
@NullMarked
package dev.countersign.jobs.month;

import org.jspecify.annotations.NullMarked;
