package dev.countersign.jobs.skipped;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that a night left aside, and why.
 *
 * @param kind what its id is of: a record, a record of a file, or a break
 */
public record SkippedItem(
        String step,
        String reason,
        String kind,
        UUID id,
        @Nullable UUID transaction,
        long minor,
        @Nullable String currency) {}
