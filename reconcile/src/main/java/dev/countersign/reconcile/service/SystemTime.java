package dev.countersign.reconcile.service;

import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The clock of the product. It ticks in microseconds, which is what the database keeps: a time that
 * is shown at once and one that is read back later are the same.
 */
public final class SystemTime {

    private static final Duration TICK = Duration.ofNanos(1_000);

    private SystemTime() {}

    public static InstantSource clock() {
        return Clock.tick(Clock.systemUTC(), TICK);
    }
}
