package dev.countersign.facade.launch.wiring;

import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.Night;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.support.CronTrigger;

/**
 * Runs the nights by the clock: each day at its time, every date that has ended and is not
 * complete, in their order. Each minute it looks after what a process left behind: a night whose
 * process died goes on, and live books catch up on a time of day at which no process was there; the
 * sandbox waits for the next one. A night that failed or was stopped waits for a person. Several
 * processes may try; the database lets one.
 */
public final class NightSchedule implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(NightSchedule.class);
    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

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
        started.setClock(clock.withZone(ZoneOffset.UTC));
        started.initialize();
        timer = started;
        LocalTime at = properties.at();
        String daily = "%s %s %s * * *".formatted(at.getSecond(), at.getMinute(), at.getHour());
        var unusedNight =
                started.schedule(
                        () -> properties.modes().forEach(this::runDue),
                        new CronTrigger(daily, ZoneOffset.UTC));
        var unusedLook =
                started.scheduleWithFixedDelay(
                        () -> properties.modes().forEach(this::lookAfter),
                        started.getClock().instant().plus(LOOK_EVERY),
                        LOOK_EVERY);
    }

    /**
     * Runs what is due of a mode; a night that does not complete ends it until an operator acts.
     */
    void runDue(Mode mode) {
        minding(mode, () -> runBefore(mode, nights.board().today(mode)));
    }

    /** Goes on with a night of a mode whose process died, and catches up on live books. */
    void lookAfter(Mode mode) {
        minding(
                mode,
                () -> {
                    Optional<Night> orphan = nights.board().orphaned(mode);
                    if (orphan.isPresent()) {
                        var unused = run(mode, orphan.get().businessDate());
                    } else if (mode == Mode.LIVE && isComplete(mode)) {
                        LocalDate today = nights.board().today(mode);
                        runBefore(mode, isTime() ? today : today.minusDays(1));
                    }
                });
    }

    /** True where no night is under way or waits for a person. */
    private boolean isComplete(Mode mode) {
        return nights.board().list(mode, 1).stream()
                .allMatch(newest -> newest.state() == NightState.COMPLETED);
    }

    private boolean isTime() {
        return !LocalTime.ofInstant(clock.instant(), ZoneOffset.UTC).isBefore(properties.at());
    }

    private void runBefore(Mode mode, LocalDate end) {
        LocalDate next = nights.board().next(mode).orElse(end);
        while (next.isBefore(end) && run(mode, next)) {
            next = nights.board().next(mode).orElse(end);
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
            if (outages.noticed(e)) {
                log.warn("mode={}: the night could not be run: {}", mode.wire(), e.toString());
            } else {
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
