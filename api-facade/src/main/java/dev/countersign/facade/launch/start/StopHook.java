package dev.countersign.facade.launch.start;

import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stops the product when the process is told to end, however far its start has come. What a server
 * that is being started does is cut short; the application on top of them is started to the end
 * first.
 */
final class StopHook {

    private static final Duration START_MAX = Duration.ofSeconds(60);

    private final CountDownLatch startEnded = new CountDownLatch(1);
    private final Thread starter = Thread.currentThread();
    private boolean interruptible;
    private boolean stopping;
    private volatile @Nullable Runnable stop;

    private StopHook() {}

    /** Registers it for a start by this thread. */
    static StopHook register() {
        StopHook hook = new StopHook();
        Runtime.getRuntime().addShutdownHook(new Thread(hook::run, "stop"));
        return hook;
    }

    /** Does what can be cut short. */
    void interruptibly(Runnable work) {
        synchronized (this) {
            interruptible = true;
            if (stopping) {
                starter.interrupt();
            }
        }
        try {
            work.run();
        } finally {
            synchronized (this) {
                interruptible = false;
            }
        }
        if (Thread.interrupted()) {
            throw new StartupRefusedException("The start was interrupted.");
        }
    }

    /** The start is complete: from now on this stops it. */
    void started(Runnable stops) {
        stop = stops;
        startEnded.countDown();
    }

    /**
     * The start failed, and nothing of it is left.
     *
     * @return true where it failed because the process ends
     */
    synchronized boolean failed() {
        startEnded.countDown();
        return stopping;
    }

    private void run() {
        boolean early;
        synchronized (this) {
            early = startEnded.getCount() > 0;
            stopping = early;
            if (early && interruptible) {
                starter.interrupt();
            }
        }
        if (early) {
            System.out.println("Stopping before the start is complete.");
            awaitStart();
        }
        Runnable stops = stop;
        if (stops != null) {
            stops.run();
        } else if (early) {
            System.out.println(
                    "Countersign has stopped; the next start begins where this one was.");
        }
    }

    private void awaitStart() {
        try {
            boolean unused = startEnded.await(START_MAX.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
