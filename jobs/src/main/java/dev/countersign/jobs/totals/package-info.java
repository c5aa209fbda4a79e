/**
 * The step {@code totals}: the activity of each card and UTC day, checked against the messages, in
 * new versions where a day changed. Start with {@link dev.countersign.jobs.totals.Totals}; {@code
 * UsageDrift} checks what counts towards limits.
 */
@NullMarked
package dev.countersign.jobs.totals;

import org.jspecify.annotations.NullMarked;
