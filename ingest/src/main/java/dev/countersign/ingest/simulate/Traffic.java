package dev.countersign.ingest.simulate;

import java.time.LocalDate;

/**
 * What traffic to make.
 *
 * @param seed the same seed makes the same messages
 * @param from the first UTC day
 * @param days over how many days authorizations are spread
 * @param messages how many messages are made in all
 * @param poison how many of a thousand messages cannot be read
 */
public record Traffic(long seed, LocalDate from, int days, long messages, int poison) {

    public Traffic {
        if (days < 1) {
            throw new IllegalArgumentException("traffic needs at least one day, not " + days);
        }
        if (messages < 1) {
            throw new IllegalArgumentException(
                    "traffic needs at least one message, not " + messages);
        }
    }
}
