package dev.countersign.jobs.proof;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One record with the message that it came by, what became of it, and its journals.
 *
 * @param lines the first is its own; others correct it
 * @param bookings all that was booked for it
 */
public record RecordProof(
        UUID id, @Nullable Message message, List<ProvedLine> lines, List<Booking> bookings) {

    /** So many bookings are shown; one more stands for all others. */
    public static final int BOOKINGS_MAX = 500;

    /**
     * The message that the network sent.
     *
     * @param identity by which it is known again
     * @param partition and offset, where it stands in the feed
     */
    public record Message(
            UUID identity,
            String kind,
            String mode,
            int partition,
            long offset,
            @Nullable String fileId,
            @Nullable Integer recordNumber,
            @Nullable String networkReference,
            @Nullable String approvalCode,
            @Nullable String merchant,
            @Nullable String mcc,
            @Nullable String country,
            Instant at) {}
}
