/**
 * The night of one business date, from the frozen cut to the reports. Start with {@code
 * NightlyJob}, the only place that orders the steps. Every step may be killed at any point and run
 * again with the same result.
 */
@NullMarked
package dev.countersign.jobs;

import org.jspecify.annotations.NullMarked;
