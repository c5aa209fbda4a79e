package dev.countersign.ingest;

import dev.countersign.reconcile.service.FatalErrors;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.RepeatedFailure;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Repeats background work on a thread of its own, with a pause after each time. Work that fails is
 * tried again after the pause; the log has a line when its trouble begins and one when it is over.
 */
public final class PeriodicTask implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PeriodicTask.class);
    private static final int STOP_SECONDS_MAX = 15;

    private final String name;
    private final Duration pause;
    private final Runnable work;
    private final RepeatedFailure trouble;
    private volatile @Nullable ThreadPoolTaskScheduler scheduler;

    /**
     * Begins with {@link #start}, the first time after a pause.
     *
     * @param name of the thread; the log calls the work so
     */
    public PeriodicTask(String name, Duration pause, Runnable work, Outages outages) {
        this.name = name;
        this.pause = pause;
        this.work = work;
        trouble = new RepeatedFailure(outages);
    }

    @Override
    public synchronized void start() {
        ThreadPoolTaskScheduler started = new ThreadPoolTaskScheduler();
        started.setThreadNamePrefix(name + "-");
        started.setDaemon(true);
        started.setWaitForTasksToCompleteOnShutdown(true);
        started.setAwaitTerminationSeconds(STOP_SECONDS_MAX);
        started.initialize();
        scheduler = started;
        var unused =
                started.scheduleWithFixedDelay(this::attempt, Instant.now().plus(pause), pause);
    }

    private void attempt() {
        try {
            work.run();
            if (trouble.ends()) {
                log.info("{} goes on", name);
            }
        } catch (RuntimeException e) {
            if (trouble.begins(e)) {
                log.warn("{} waits: {}", name, e.toString());
            }
        } catch (Error e) {
            throw FatalErrors.escalate(e);
        }
    }

    /** Lets work that is under way end, for fifteen seconds at most. */
    @Override
    public synchronized void stop() {
        ThreadPoolTaskScheduler ending = scheduler;
        scheduler = null;
        if (ending != null) {
            ending.shutdown();
        }
    }

    @Override
    public boolean isRunning() {
        return scheduler != null;
    }
}
