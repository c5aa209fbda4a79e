package dev.countersign.facade.launch.wiring;

import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.FatalErrors;
import dev.countersign.reconcile.service.Outages;
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
 * complete, in their order. Several nodes may try; the database lets one.
 */
public final class NightSchedule implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(NightSchedule.class);

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
        var unused =
                started.schedule(
                        () -> properties.modes().forEach(this::runDue),
                        new CronTrigger(daily, ZoneOffset.UTC));
    }

    /**
     * Runs what is due of a mode; a night that does not complete ends it until an operator acts.
     */
    void runDue(Mode mode) {
        try {
            LocalDate today = nights.board().today(mode);
            LocalDate next = nights.board().next(mode).orElse(today);
            while (next.isBefore(today)) {
                NightReport report = nights.run(mode, next);
                log.info(
                        "night={} mode={} business_date={} state={}",
                        report.night().id(),
                        mode.wire(),
                        next,
                        report.night().state().wire());
                if (report.night().state() != NightState.COMPLETED) {
                    return;
                }
                next = nights.board().next(mode).orElse(today);
            }
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
