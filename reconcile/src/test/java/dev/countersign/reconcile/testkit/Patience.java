package dev.countersign.reconcile.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** Waits for progress that other threads or processes make. */
public final class Patience {

    private static final Duration MAX = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(20);

    private Patience() {}

    /** Returns once the condition holds; fails after five minutes, and names the condition. */
    public static void until(Callable<Boolean> condition) {
        Awaitility.await().atMost(MAX).pollDelay(Duration.ZERO).pollInterval(POLL).until(condition);
    }
}
