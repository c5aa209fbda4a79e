package dev.countersign.facade.launch.health;

import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.AgeBucket;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.breaks.queue.WaitingBreaks;
import dev.countersign.reconcile.service.DatabaseOutage;
import dev.countersign.reconcile.service.operations.WaitingWork;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics of the nights and of what they left to be explained. They are read from the book, so
 * every process reports the same. They are read at most twice a minute, however often they are
 * requested. A value that cannot be read is NaN. All tags come from closed sets.
 */
public final class NightMetrics implements MeterBinder {

    private static final Logger log = LoggerFactory.getLogger(NightMetrics.class);
    private static final Duration FRESH = Duration.ofSeconds(30);

    private final Nights nights;
    private final WaitingWork work;
    private final InstantSource clock;
    private final Map<Mode, Figures> figures = new EnumMap<>(Mode.class);

    public NightMetrics(Nights nights, WaitingWork work, InstantSource clock) {
        this.nights = nights;
        this.work = work;
        this.clock = clock;
    }

    /**
     * Figures of one mode.
     *
     * @param readAt when they were read
     * @param due business dates that have ended and are not complete
     * @param failed 1 while the newest night is failed, otherwise 0
     * @param tookSeconds from the beginning to the end of the newest complete night
     * @param open open breaks, by severity
     * @param late those of them that have waited longer than their severity allows
     */
    private record Figures(
            Instant readAt,
            double due,
            double failed,
            double tookSeconds,
            Map<Severity, Double> open,
            double late) {

        static Figures unknown(Instant now) {
            return new Figures(now, Double.NaN, Double.NaN, Double.NaN, Map.of(), Double.NaN);
        }

        double open(Severity severity) {
            return open.getOrDefault(severity, Double.NaN);
        }
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Mode mode : Mode.values()) {
            gauge("countersign.night.due", mode, Figures::due)
                    .description("Business dates that have ended and are not complete")
                    .register(registry);
            gauge("countersign.night.failed", mode, Figures::failed)
                    .description("1 while the newest night is failed")
                    .register(registry);
            gauge("countersign.night.took", mode, Figures::tookSeconds)
                    .description("How long the newest complete night took")
                    .baseUnit("seconds")
                    .register(registry);
            gauge("countersign.breaks.late", mode, Figures::late)
                    .description("Open breaks that have waited longer than their severity allows")
                    .register(registry);
            for (Severity severity : Severity.values()) {
                gauge("countersign.breaks.open", mode, each -> each.open(severity))
                        .tag("severity", severity.wire())
                        .description("Open breaks")
                        .register(registry);
            }
        }
    }

    private Gauge.Builder<NightMetrics> gauge(
            String name, Mode mode, ToDoubleFunction<Figures> figure) {
        return Gauge.builder(name, this, all -> figure.applyAsDouble(all.of(mode)))
                .tag("mode", mode.wire());
    }

    private synchronized Figures of(Mode mode) {
        Instant now = clock.instant();
        Figures known = figures.get(mode);
        if (known == null || known.readAt().plus(FRESH).isBefore(now)) {
            known = read(mode, now);
            figures.put(mode, known);
        }
        return known;
    }

    private Figures read(Mode mode, Instant now) {
        try {
            LocalDate today = nights.queries().today(mode);
            LocalDate next = nights.queries().next(mode).orElse(today);
            List<Night> latest = nights.queries().list(mode, 2);
            List<WaitingBreaks> waiting = work.breaks(mode);
            return new Figures(
                    now,
                    Math.max(0, ChronoUnit.DAYS.between(next, today)),
                    !latest.isEmpty() && latest.getFirst().state() == NightState.FAILED ? 1 : 0,
                    tookSeconds(latest),
                    bySeverity(waiting),
                    waiting.stream()
                            .filter(one -> AgeBucket.escalates(one.severity(), one.origin(), today))
                            .mapToLong(WaitingBreaks::count)
                            .sum());
        } catch (RuntimeException e) {
            if (!DatabaseOutage.isOfDatabase(e)) {
                throw e;
            }
            log.debug("the figures of the nights cannot be read", e);
            return Figures.unknown(now);
        }
    }

    /** Of two nights at most one is not complete. */
    private static double tookSeconds(List<Night> latest) {
        for (Night night : latest) {
            Instant ended = night.endedAt();
            if (night.state() == NightState.COMPLETED && ended != null) {
                return Duration.between(night.startedAt(), ended).toMillis() / 1_000.0;
            }
        }
        return Double.NaN;
    }

    private static Map<Severity, Double> bySeverity(List<WaitingBreaks> waiting) {
        Map<Severity, Double> open = new EnumMap<>(Severity.class);
        for (Severity severity : Severity.values()) {
            open.put(
                    severity,
                    (double)
                            waiting.stream()
                                    .filter(one -> one.severity() == severity)
                                    .mapToLong(WaitingBreaks::count)
                                    .sum());
        }
        return open;
    }
}
