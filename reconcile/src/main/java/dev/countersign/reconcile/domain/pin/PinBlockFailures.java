package dev.countersign.reconcile.domain.pin;

import dev.countersign.reconcile.domain.Wire;
import java.time.Duration;
import java.time.Instant;

/**
 * Invalid PIN blocks in a row of one card or one API key. From the fifth on each makes the next
 * block wait, twice as long as the one before, from a minute to a day. An invalid block is a guess
 * at a card number, and this bounds the guesses.
 *
 * @param consecutive how many were counted when the last one came
 * @param waitsUntil when the next block is looked at; the time of the last one while none waits
 */
public record PinBlockFailures(int consecutive, Instant waitsUntil) {

    /** As many invalid blocks are answered as such before one has to wait. */
    public static final int IN_ROW_MAX = 5;

    private static final Duration WAIT_MIN = Duration.ofMinutes(1);
    private static final Duration WAIT_MAX = Duration.ofDays(1);
    private static final int DOUBLINGS_MAX = 11;

    /** The kind of thing that invalid blocks are counted for. */
    public enum Kind implements Wire {
        /** Forgets one a day: a number has few unknown digits. */
        CARD(Duration.ofDays(1)),
        /**
         * Forgets one an hour, for it has many cards; a valid block of one of them proves nothing.
         */
        KEY(Duration.ofHours(1));

        private final Duration forgetsOneIn;

        Kind(Duration forgetsOneIn) {
            this.forgetsOneIn = forgetsOneIn;
        }
    }

    public PinBlockFailures {
        if (consecutive < 0) {
            throw new IllegalArgumentException("failures are not negative: " + consecutive);
        }
    }

    /** Returns the time that the next block has to wait; zero where it need not wait. */
    public Duration remaining(Instant now) {
        return waitsUntil.isAfter(now) ? Duration.between(now, waitsUntil) : Duration.ZERO;
    }

    /** The count after one more invalid block. */
    public PinBlockFailures oneMore(Kind kind, Instant now) {
        int counted = Math.min(left(kind, now) + 1, IN_ROW_MAX + DOUBLINGS_MAX);
        return new PinBlockFailures(counted, now.plus(wait(counted)));
    }

    private int left(Kind kind, Instant now) {
        if (!now.isAfter(waitsUntil)) {
            return consecutive;
        }
        long forgotten = Duration.between(waitsUntil, now).dividedBy(kind.forgetsOneIn);
        return (int) Math.max(0, consecutive - forgotten);
    }

    private static Duration wait(int counted) {
        if (counted < IN_ROW_MAX) {
            return Duration.ZERO;
        }
        Duration doubled = WAIT_MIN.multipliedBy(1L << (counted - IN_ROW_MAX));
        return doubled.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : doubled;
    }
}
