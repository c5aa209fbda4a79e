/**
 * The step {@code reports}: what finance and operations read. A report is a query in a {@code .sql}
 * file; the names of its columns say how values are written. {@link
 * dev.countersign.jobs.report.Publisher} makes the files and says which version they are.
 */
@NullMarked
package dev.countersign.jobs.report;

import org.jspecify.annotations.NullMarked;
