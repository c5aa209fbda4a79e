/**
 * The step {@code reports}, for finance and operations. Read its four parts in this order:
 *
 * <ul>
 *   <li>the query, {@link dev.countersign.jobs.report.ReportQuery}: a report is a {@code .sql}
 *       file. The labels of its columns define the format of their values, and a new column needs
 *       nothing else;
 *   <li>the writer, {@link dev.countersign.jobs.report.ReportWriter}: CSV and JSON of the rows,
 *       read once for both and for the control sums. {@link
 *       dev.countersign.jobs.report.NetworkAccountStatement} writes camt.053; {@link
 *       dev.countersign.jobs.report.ReportWorkbook} renders XLSX on request;
 *   <li>the files, {@link dev.countersign.jobs.report.IssuedFiles}: complete under their names or
 *       absent, in a folder or a bucket ({@link dev.countersign.jobs.report.store.ReportStore});
 *   <li>the versions, {@link dev.countersign.jobs.report.IssuedVersion}: the database's record of
 *       an issued report, with the manifest and its hashes.
 * </ul>
 *
 * {@link dev.countersign.jobs.report.Reports} issues reports in a night; {@link
 * dev.countersign.jobs.report.ReportQueries} returns issued ones.
 */
@NullMarked
package dev.countersign.jobs.report;

import org.jspecify.annotations.NullMarked;
