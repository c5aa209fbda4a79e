package dev.countersign.facade.console.proof;

import dev.countersign.jobs.proof.Booking;
import dev.countersign.reconcile.domain.id.IdText;
import org.jspecify.annotations.Nullable;

/** A booking as an address names it, such as {@code led_….clearing.0}. */
final class BookingRow {

    private static final String PREFIX = "led_";
    private static final int PARTS = 3;

    private BookingRow() {}

    static String name(Booking booking) {
        return IdText.write(PREFIX, booking.subject())
                + "."
                + booking.event()
                + "."
                + booking.ordinal();
    }

    /** The booking that an address names; null where it names none. */
    static Booking.@Nullable Key parse(String named) {
        String[] parts = named.split("\\.", -1);
        if (parts.length != PARTS || !parts[2].matches("[0-9]{1,9}")) {
            return null;
        }
        return IdText.read(PREFIX, parts[0])
                .map(subject -> new Booking.Key(subject, parts[1], Integer.parseInt(parts[2])))
                .orElse(null);
    }
}
