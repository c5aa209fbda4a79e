package dev.countersign.facade.launch.wiring;

import dev.countersign.jobs.Nights;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The end of a process that runs a night: the night is left after the chunk it is at, and another
 * process goes on with it at once.
 */
final class NightHandover implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(NightHandover.class);

    /** Shorter than a phase of the end may take. */
    private static final Duration PATIENCE = Duration.ofSeconds(18);

    private final Nights nights;
    private volatile boolean running;

    NightHandover(Nights nights) {
        this.nights = nights;
    }

    @Override
    public void start() {
        running = true;
    }

    /** Others stop meanwhile. */
    @Override
    public void stop(Runnable stopped) {
        Thread.ofVirtual()
                .name("night-handover")
                .start(
                        () -> {
                            try {
                                stop();
                            } finally {
                                stopped.run();
                            }
                        });
    }

    @Override
    public void stop() {
        try {
            if (!nights.handOver(PATIENCE)) {
                log.warn(
                        "a night is still at its chunk, which is undone: another process goes on with"
                                + " it when the lease of this one has run out");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
