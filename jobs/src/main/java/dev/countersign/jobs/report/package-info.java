/**
 * The step {@code reports}: what finance and operations read. Four ideas, in the order in which to
 * read them:
 *
 * <ul>
 *   <li>the query, {@link dev.countersign.jobs.report.ReportQuery}: a report is a {@code .sql}
 *       file; the labels of its columns say how values are written, and a new column needs nothing
 *       else;
 *   <li>the writer, {@link dev.countersign.jobs.report.ReportWriter}: CSV and JSON of its rows,
 *       read once for both and for the control sums. {@link
 *       dev.countersign.jobs.report.NetworkAccountStatement} is that of camt.053; {@link
 *       dev.countersign.jobs.report.ReportWorkbook} renders XLSX on request;
 *   <li>the files, {@link dev.countersign.jobs.report.IssuedFiles}: whole under their names or not
 *       there, in a folder or a bucket ({@link dev.countersign.jobs.report.store.ReportStore});
 *   <li>the versions, {@link dev.countersign.jobs.report.IssuedVersion}: what the database knows of
 *       what was issued, with the manifest and its hashes.
 * </ul>
 *
 * {@link dev.countersign.jobs.report.Reports} issues with these in a night; {@link
 * dev.countersign.jobs.report.ReportQueries} hands out what was issued.
 */
@NullMarked
package dev.countersign.jobs.report;

import org.jspecify.annotations.NullMarked;
