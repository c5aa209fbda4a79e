package dev.countersign.jobs.proof;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A report of a date in its newest version.
 *
 * @param manifest rows, sums and hashes of its files, a JSON object
 * @param issuedAt when its night ended
 */
public record IssuedReport(
        String name,
        int version,
        long rows,
        String sha256,
        String manifest,
        @Nullable Instant issuedAt) {}
