package dev.countersign.facade.launch.health;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when the virtual machine fails in one of its threads. The thread's work would
 * not be done any more, and nobody would see that: a process that has ended is started again.
 */
public final class FatalErrorHandler implements Thread.UncaughtExceptionHandler {

    /** Exit code of such a process. */
    static final int EXIT_CODE = 70;

    /** For what is under way to be recorded and the servers to be stopped; then it ends anyway. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

    private static final Logger log = LoggerFactory.getLogger(FatalErrorHandler.class);

    private FatalErrorHandler() {}

    /** Makes it the handler of all threads that have none of their own. */
    public static void install() {
        Thread.setDefaultUncaughtExceptionHandler(new FatalErrorHandler());
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        if (!(failure instanceof Error)) {
            log.error("the thread {} ended", thread.getName(), failure);
            return;
        }
        try {
            Thread.ofPlatform().daemon().name("halt").start(FatalErrorHandler::haltLater);
            log.error("the process ends: the thread {} failed", thread.getName(), failure);
            Thread.ofPlatform().name("end").start(() -> System.exit(EXIT_CODE));
        } catch (Throwable noStrengthLeft) {
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }

    private static void haltLater() {
        long end = System.nanoTime() + STOP_PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(STOP_PATIENCE.toNanos());
        }
        Runtime.getRuntime().halt(EXIT_CODE);
    }
}
