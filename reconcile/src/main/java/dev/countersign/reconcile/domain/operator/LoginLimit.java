package dev.countersign.reconcile.domain.operator;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * As many logins as may fail in a row, and how long one waits after that: each further failure
 * doubles the wait, up to a most.
 *
 * @param free failures after which nobody waits
 * @param first how long one waits after the first failure beyond these
 */
public record LoginLimit(int free, Duration first) {

    /** Nobody waits for longer. */
    public static final Duration WAIT_MAX = Duration.ofMinutes(15);

    /** Failures count for as long after the last of them. */
    public static final Duration REMEMBERED = Duration.ofDays(1);

    private static final int DOUBLINGS_MAX = 20;

    /**
     * Returns the time that the operator still has to wait after some failures; empty where there
     * is no wait.
     */
    public Optional<Duration> wait(int failures, Instant last, Instant now) {
        if (failures < free || !now.isBefore(last.plus(REMEMBERED))) {
            return Optional.empty();
        }
        Duration whole = first.multipliedBy(1L << Math.min(DOUBLINGS_MAX, failures - free));
        Instant until = last.plus(whole.compareTo(WAIT_MAX) < 0 ? whole : WAIT_MAX);
        return now.isBefore(until) ? Optional.of(Duration.between(now, until)) : Optional.empty();
    }
}
