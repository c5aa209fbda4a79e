package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.launch.night.settings.NightProperties;
import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.NightBusyException;
import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.FatalErrors;
import dev.countersign.reconcile.service.Outages;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.support.CronTrigger;

/**
 * Runs the nights by the clock: each day at its time, every date that has ended and is not
 * complete, in their order. Every few seconds it looks for nights that a process left behind, which
 * go on here; each minute live books catch up on a time of day at which no process was there, while
 * the sandbox waits for the next one. A night that failed or was stopped waits for a person.
 * Several processes may try; the database lets one.
 */
public final class NightSchedule implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(NightSchedule.class);
    private static final Duration CATCH_UP_EVERY = Duration.ofMinutes(1);
    private static final int LOOKS_PER_LEASE = 6;

    /** A clock that is further off than that is worth a line. */
    private static final Duration OFF_MAX = Duration.ofSeconds(5);

    /** Either book may have its night running while the other's is looked after. */
    private static final int THREADS = 2 * Mode.values().length;

    private final Nights nights;
    private final InstantSource clock;
    private final NightProperties properties;
    private final Outages outages;
    private @Nullable ThreadPoolTaskScheduler timer;

    NightSchedule(Nights nights, InstantSource clock, NightProperties properties, Outages outages) {
        this.nights = nights;
        this.clock = clock;
        this.properties = properties;
        this.outages = outages;
    }

    @Override
    public synchronized void start() {
        ThreadPoolTaskScheduler started = new ThreadPoolTaskScheduler();
        started.setThreadNamePrefix("night-");
        started.setDaemon(true);
        started.setPoolSize(THREADS);
        started.setClock(clock.withZone(ZoneOffset.UTC));
        started.setWaitForTasksToCompleteOnShutdown(true);
        started.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        started.initialize();
        timer = started;
        LocalTime at = properties.at();
        String daily = "%s %s %s * * *".formatted(at.getSecond(), at.getMinute(), at.getHour());
        for (Mode mode : properties.modes()) {
            var unusedNight =
                    started.schedule(() -> runDue(mode), new CronTrigger(daily, ZoneOffset.UTC));
            every(started, CATCH_UP_EVERY, () -> catchUp(mode));
        }
        // A night that somebody else began, by a command or a scheduler of theirs, goes on here
        // too.
        for (Mode mode : Mode.values()) {
            every(started, properties.lease().dividedBy(LOOKS_PER_LEASE), () -> resume(mode));
        }
    }

    private static void every(ThreadPoolTaskScheduler timer, Duration time, Runnable look) {
        var unused =
                timer.scheduleWithFixedDelay(look, timer.getClock().instant().plus(time), time);
    }

    /**
     * Runs what is due of a mode; a night that does not complete ends it until an operator acts.
     */
    void runDue(Mode mode) {
        minding(
                mode,
                () -> {
                    compareClocks();
                    runBefore(mode, nights.queries().today(mode));
                });
    }

    /** A date is run when it is over by both. */
    private void compareClocks() {
        Duration ahead = nights.queries().aheadOfDatabase();
        if (ahead.abs().compareTo(OFF_MAX) > 0) {
            log.warn(
                    "the clock of this machine is {} s {} that of the database",
                    ahead.abs().toSeconds(),
                    ahead.isNegative() ? "behind" : "ahead of");
        }
    }

    /** Goes on with a night of a mode that its process left, or died in. */
    void resume(Mode mode) {
        minding(
                mode,
                () ->
                        nights.queries()
                                .orphaned(mode)
                                .ifPresent(night -> run(mode, night.businessDate())));
    }

    /** Runs the dates of live books that have waited since the time of day. */
    void catchUp(Mode mode) {
        minding(
                mode,
                () -> {
                    if (mode == Mode.LIVE && isComplete(mode)) {
                        LocalDate today = nights.queries().today(mode);
                        runBefore(mode, isTime() ? today : today.minusDays(1));
                    }
                });
    }

    /** True where no night is under way or waits for a person. */
    private boolean isComplete(Mode mode) {
        return nights.queries().list(mode, 1).stream()
                .allMatch(newest -> newest.state() == NightState.COMPLETED);
    }

    private boolean isTime() {
        return !LocalTime.ofInstant(clock.instant(), ZoneOffset.UTC).isBefore(properties.at());
    }

    private void runBefore(Mode mode, LocalDate end) {
        LocalDate next = nights.queries().next(mode).orElse(end);
        while (next.isBefore(end) && run(mode, next)) {
            next = nights.queries().next(mode).orElse(end);
        }
    }

    /** True when the night is complete. */
    private boolean run(Mode mode, LocalDate date) {
        NightReport report = nights.run(mode, date);
        log.info(
                "night={} mode={} business_date={} state={}",
                report.night().id(),
                mode.wire(),
                date,
                report.night().state().wire());
        return report.night().state() == NightState.COMPLETED;
    }

    private void minding(Mode mode, Runnable work) {
        try {
            work.run();
        } catch (NightBusyException e) {
            log.debug("mode={}: {}", mode.wire(), e.getMessage());
        } catch (NightRefusedException e) {
            log.info("mode={}: {}", mode.wire(), e.getMessage());
        } catch (RuntimeException e) {
            if (!outages.noticed(e)) {
                log.error("mode={}: the night could not be run", mode.wire(), e);
            }
        } catch (Error e) {
            throw FatalErrors.escalate(e);
        }
    }

    @Override
    public synchronized void stop() {
        if (timer != null) {
            timer.shutdown();
            timer = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return timer != null;
    }
}
