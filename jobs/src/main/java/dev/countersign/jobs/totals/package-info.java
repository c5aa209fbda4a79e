/**
 * The step {@code totals}: what each card did on each day, checked against the messages, and what
 * settlement cycles got on the business date.
 */
@NullMarked
package dev.countersign.jobs.totals;

import org.jspecify.annotations.NullMarked;
