/**
 * The end of a month: what stands in the way of closing it, and what it added up to ({@link
 * dev.countersign.jobs.month.Months}).
 */
@NullMarked
package dev.countersign.jobs.month;

import org.jspecify.annotations.NullMarked;
