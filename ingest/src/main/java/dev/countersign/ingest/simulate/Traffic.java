package dev.countersign.ingest.simulate;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The traffic to make. Everything about it, the seed first, goes into the references of its
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
 * @param mistakesOneIn of how many mistakes that merchants and networks could make one happens: 1
 *     has the most to find, a quiet issuer has a tenth of it
 */
public record Traffic(
        long seed,
        Instant from,
        Duration pause,
        boolean evenly,
        long messages,
        int poison,
        int mistakesOneIn) {

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
        if (mistakesOneIn < 1) {
            throw new IllegalArgumentException("one in " + mistakesOneIn + " mistakes is no share");
        }
    }

    /** Traffic in which all the mistakes happen that the simulator knows. */
    public Traffic(
            long seed, Instant from, Duration pause, boolean evenly, long messages, int poison) {
        this(seed, from, pause, evenly, messages, poison, 1);
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
