package dev.countersign.jobs.proof;

import dev.countersign.jobs.report.ReportQueries;
import java.util.List;

/**
 * A report of a date in its newest version.
 *
 * @param sha256 of the first of its files
 * @param manifest columns, rows, sums and hashes of its files, a JSON object
 */
public record IssuedReport(String name, int version, long rows, String sha256, String manifest) {

    /** The formats in which it can be had. */
    public List<String> formats() {
        return ReportQueries.formats(manifest);
    }
}
