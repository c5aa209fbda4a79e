/**
 * The step {@code totals}: the activity of each card and UTC day, checked against the messages. A
 * day that changed gets a new version. Start with {@link dev.countersign.jobs.totals.Totals};
 * {@code UsageDrift} checks the usage that counts towards limits.
 */
@NullMarked
package dev.countersign.jobs.totals;

import org.jspecify.annotations.NullMarked;
