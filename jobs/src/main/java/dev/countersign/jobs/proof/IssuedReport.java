package dev.countersign.jobs.proof;

import dev.countersign.jobs.report.ReportQueries;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A report of a date in one version.
 *
 * @param sha256 of the first of its files
 * @param manifest columns, rows, sums and hashes of its files, a JSON object
 * @param knownSince when its night was complete; null while that is under way
 */
public record IssuedReport(
        String name,
        int version,
        long rows,
        String sha256,
        String manifest,
        @Nullable Instant knownSince) {

    /** The formats in which it can be had. */
    public List<String> formats() {
        return ReportQueries.formats(manifest);
    }
}
