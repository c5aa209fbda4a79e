package dev.countersign.reconcile.testkit;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The end of a JVM of tests: ends what was started for all of them, the latest first. A product
 * whose servers were gone before it would wait for them.
 */
public final class EndOfTests {

    private static final Deque<Runnable> ENDS = new ArrayDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(EndOfTests::run, "end of tests"));
    }

    private EndOfTests() {}

    /** Ends something when the tests of this JVM are through, before all that was told earlier. */
    public static void then(Runnable end) {
        synchronized (ENDS) {
            ENDS.push(end);
        }
    }

    private static void run() {
        while (true) {
            Runnable end;
            synchronized (ENDS) {
                end = ENDS.poll();
            }
            if (end == null) {
                return;
            }
            end.run();
        }
    }
}
