package dev.countersign.ingest.simulate;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * What traffic to make. Everything about it, the seed first, goes into the references of its
 * messages, so that two different ones never speak of the same purchase.
 *
 * @param seed the same seed makes the same messages
 * @param from when the first cardholder buys something
 * @param pause how long it takes until the next one does; where messages come evenly, from one
 *     message to the next, whatever they are
 * @param evenly true when all messages fill a time that is given, so that new purchases begin only
 *     where nothing is to be said about earlier ones
 * @param messages how many messages are made in all; {@link #ENDLESS} makes them for ever
 * @param poison how many of a thousand messages cannot be read
 */
public record Traffic(
        long seed, Instant from, Duration pause, boolean evenly, long messages, int poison) {

    /** No end is meant: nobody will compare anything with the truth of all of it. */
    public static final long ENDLESS = Long.MAX_VALUE;

    public Traffic {
        if (!pause.isPositive()) {
            throw new IllegalArgumentException("traffic needs time between its purchases");
        }
        if (messages < 1) {
            throw new IllegalArgumentException(
                    "traffic needs at least one message, not " + messages);
        }
    }

    boolean endless() {
        return messages == ENDLESS;
    }

    /** Traffic that fills whole UTC days, from the first message to the last. */
    public static Traffic overDays(long seed, LocalDate from, int days, long messages, int poison) {
        if (days < 1) {
            throw new IllegalArgumentException("traffic needs at least one day, not " + days);
        }
        return new Traffic(
                seed,
                from.atStartOfDay(ZoneOffset.UTC).toInstant(),
                Duration.ofDays(days).dividedBy(messages),
                true,
                messages,
                poison);
    }
}
