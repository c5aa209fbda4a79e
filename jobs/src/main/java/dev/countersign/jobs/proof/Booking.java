package dev.countersign.jobs.proof;

import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One amount that left an account and entered another. */
public record Booking(
        UUID subject,
        String event,
        int ordinal,
        LocalDate businessDate,
        String debit,
        String credit,
        long minor,
        String currency,
        @Nullable UUID transaction,
        @Nullable UUID clearing) {

    /** The key of a booking in a list. */
    public record Key(UUID subject, String event, int ordinal) {}

    /** Its key, which no other booking has. */
    public Key key() {
        return new Key(subject, event, ordinal);
    }
}
