package dev.countersign.jobs.proof;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The hold for one authorization.
 *
 * @param until null where it has no end yet
 * @param releasedOn the date whose night lets it go
 */
public record OpenHold(
        UUID transaction,
        UUID card,
        long minor,
        String currency,
        Instant since,
        @Nullable LocalDate until,
        @Nullable LocalDate releasedOn) {}
