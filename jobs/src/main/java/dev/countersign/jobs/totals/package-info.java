/**
 * The step {@code totals}: what each card did on each day, and what was posted on the business
 * date.
 */
@NullMarked
package dev.countersign.jobs.totals;

import org.jspecify.annotations.NullMarked;
