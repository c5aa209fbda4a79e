package dev.countersign.jobs.night;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The work that a step of a night did so far, over all its workers and restarts.
 *
 * @param status as Spring Batch says it, of the step's newest execution
 * @param read rows looked at
 * @param written rows that changed something
 * @param skipped rows that had to stay as they are
 * @param workers processes that ranges of it were handed out to, in words; null where none was
 */
public record StepCounts(
        String name,
        String status,
        long read,
        long written,
        long skipped,
        @Nullable String workers,
        @Nullable LocalDateTime startedAt,
        @Nullable LocalDateTime endedAt) {}
