package dev.countersign.jobs;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightBusy;
import dev.countersign.jobs.night.NightLock;
import dev.countersign.jobs.night.NightOrder;
import dev.countersign.jobs.night.NightRefused;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.night.NightStore;
import dev.countersign.jobs.night.SettleProgress;
import dev.countersign.jobs.night.StepCounts;
import dev.countersign.jobs.report.ReportDesk;
import dev.countersign.jobs.report.ReportRefused;
import dev.countersign.jobs.report.Reports;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.store.NightGate;
import io.opentelemetry.api.OpenTelemetry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;

/**
 * The front door of the nights: run one, look at them, stop one, go on with one. Whoever asks,
 * command line, schedule, interface or console, gets the same rules.
 */
public final class Nights {

    private final DataSource dataSource;
    private final Jdbi jdbi;
    private final InstantSource clock;
    private final NightStore nights = new NightStore();
    private final NightBatch batch;
    private final NightRunner runner;
    private final Recovery recovery;
    private final ReportDesk reports;

    private Nights(
            DataSource dataSource, InstantSource clock, NightBatch batch, ReportDesk reports) {
        this.dataSource = dataSource;
        this.jdbi = Jdbi.create(dataSource);
        this.clock = clock;
        this.batch = batch;
        this.runner = new NightRunner(jdbi, nights, batch.operator(), batch.job(), clock);
        this.recovery = new Recovery(jdbi, nights, batch.repository(), clock);
        this.reports = reports;
    }

    /** Opens the nights of a book whose schema is up to date. */
    public static Nights open(DataSource dataSource, InstantSource clock, NightSettings settings) {
        return open(dataSource, clock, settings, OpenTelemetry.noop());
    }

    /**
     * Opens the nights of a book whose schema is up to date.
     *
     * @param telemetry where each run is traced to
     */
    public static Nights open(
            DataSource dataSource,
            InstantSource clock,
            NightSettings settings,
            OpenTelemetry telemetry) {
        NightBatch batch = NightBatch.open(dataSource, clock, settings, telemetry);
        return new Nights(dataSource, clock, batch, new ReportDesk(settings.reports()));
    }

    /** A night with what its steps did. */
    public record Report(Night night, List<StepCounts> steps) {}

    /**
     * Runs a date that has ended and is next, or goes on with it where it did not complete.
     *
     * @throws NightRefused when the date may not be run now
     */
    public Report run(Mode mode, LocalDate date) {
        return underLock(mode, () -> start(mode, date, false));
    }

    /**
     * Proves that running a complete date again would change nothing.
     *
     * @param watcher is told what is looked at, since that takes as long as there are records
     * @throws NightRefused when the date is not complete, or a night runs
     */
    public Proved rerun(Mode mode, LocalDate date, Consumer<String> watcher) {
        NightLock lock = lock(mode);
        try (lock) {
            return jdbi.withHandle(
                    handle -> {
                        Night night = complete(handle, mode, date);
                        boolean newest =
                                nights.newest(handle, mode)
                                        .map(other -> other.id() == night.id())
                                        .orElse(false);
                        return Rerun.prove(handle, night, newest, reports, watcher);
                    });
        }
    }

    /** The same, and nobody watches. */
    public Proved rerun(Mode mode, LocalDate date) {
        return rerun(mode, date, looking -> {});
    }

    /**
     * Writes the newest version of a report into a folder, as it was issued. Files of another date
     * or mode that have its names there are replaced.
     *
     * @param name one of {@link Reports#NAMES}
     * @return the files
     * @throws NightRefused when the date is not complete
     * @throws ReportRefused when it cannot be had as it was issued
     */
    public List<Path> report(Mode mode, LocalDate date, String name, Path out) {
        return reports.take(jdbi, complete(mode, date), name, out);
    }

    /**
     * The file of the newest version of a report in one format, where it stands; empty when there
     * is none.
     *
     * @param name one of {@link Reports#NAMES}
     * @throws NightRefused when the date is not complete
     * @throws ReportRefused when it cannot be had as it was issued
     */
    public Optional<Path> reportFile(Mode mode, LocalDate date, String name, String format) {
        return reports.file(jdbi, complete(mode, date), name, format);
    }

    private Night complete(Mode mode, LocalDate date) {
        return jdbi.withHandle(handle -> complete(handle, mode, date));
    }

    private Night complete(Handle handle, Mode mode, LocalDate date) {
        return nights.newestOf(handle, mode, date)
                .filter(night -> night.state() == NightState.COMPLETED)
                .orElseThrow(() -> notComplete(handle, mode, date));
    }

    private NightRefused notComplete(Handle handle, Mode mode, LocalDate date) {
        Mode other = mode == Mode.LIVE ? Mode.SANDBOX : Mode.LIVE;
        boolean there =
                nights.newestOf(handle, other, date)
                        .filter(night -> night.state() == NightState.COMPLETED)
                        .isPresent();
        return new NightRefused(
                "%s is not complete in mode %s%s"
                        .formatted(
                                date,
                                mode.wire(),
                                there
                                        ? "; in mode %s it is.".formatted(other.wire())
                                        : ". 'job run nightly' completes it, 'job list' says how it stands."));
    }

    /** How far the settling of a mode's night is; nothing of both where none runs. */
    public SettleProgress settling(Mode mode) {
        return jdbi.withHandle(handle -> nights.settling(handle, mode));
    }

    /** The step at which the night of a mode is; empty where none runs. */
    public Optional<StepCounts> underway(Mode mode) {
        return jdbi.withHandle(
                handle ->
                        nights
                                .newest(handle, mode)
                                .filter(night -> night.state() == NightState.RUNNING)
                                .stream()
                                .flatMap(night -> nights.steps(handle, night.id()).stream())
                                .filter(step -> step.status().equals(BatchStatus.STARTED.name()))
                                .findFirst());
    }

    /** True when a mode has any night. */
    public boolean hasRun(Mode mode) {
        return jdbi.withHandle(handle -> nights.newest(handle, mode)).isPresent();
    }

    /**
     * Runs a date of the sandbox, which may still be open: what is new is settled, and the same
     * date may be run again. Dates before it need not be complete; they are covered by it. A night
     * of another date that was left unfinished is finished first.
     *
     * @throws NightRefused when the date is closed or in the future
     */
    public Report runSandbox(LocalDate date) {
        return underLock(
                Mode.SANDBOX,
                () -> {
                    jdbi.withHandle(handle -> nights.newest(handle, Mode.SANDBOX))
                            .filter(newest -> newest.state() != NightState.COMPLETED)
                            .filter(newest -> !newest.businessDate().equals(date))
                            .ifPresent(this::execute);
                    return start(Mode.SANDBOX, date, true);
                });
    }

    /**
     * Goes on with a night that was stopped, failed, or died.
     *
     * @throws NightRefused when it is complete, or runs
     */
    public Report restart(long id) {
        Night night = load(id);
        return underLock(
                night.mode(),
                () -> {
                    Night now = load(id);
                    requireUnfinished(now);
                    return execute(now);
                });
    }

    /**
     * Takes back what a dead process left running, without going on with it.
     *
     * @throws NightRefused when it is complete, or runs
     */
    public Report recover(long id) {
        Night night = load(id);
        return underLock(
                night.mode(),
                () -> {
                    requireUnfinished(load(id));
                    return report(load(id));
                });
    }

    /**
     * Asks a night to stop after the piece it is at; {@link #restart} goes on from there.
     *
     * @throws NightRefused when it does not run
     */
    public Report stop(long id) {
        Night night = load(id);
        Long number = night.jobExecutionId();
        JobExecution execution = number == null ? null : batch.repository().getJobExecution(number);
        if (night.state() != NightState.RUNNING || execution == null) {
            throw notRunning(night);
        }
        if (jdbi.inTransaction(handle -> NightGate.tryKeepOut(handle, night.mode()))) {
            throw new NightRefused(
                    "Night %d does not run any more: its process died. Restart it to go on."
                            .formatted(id));
        }
        try {
            var unused = batch.operator().stop(execution);
        } catch (JobExecutionException e) {
            throw notRunning(load(id));
        }
        return report(load(id));
    }

    private static NightRefused notRunning(Night night) {
        String state =
                switch (night.state()) {
                    case COMPLETED -> "it is complete.";
                    case STOPPED, FAILED ->
                            "it is %s. Restart it to go on.".formatted(night.state().wire());
                    case RUNNING -> "it has not begun to, or just ended.";
                };
        return new NightRefused("Night %d does not run: %s".formatted(night.id(), state));
    }

    /** One night; one whose process died has failed, though nobody recovered it yet. */
    public Report show(long id) {
        return report(asItStands(load(id)));
    }

    /**
     * The newest nights first; of both modes when none is named. Those whose process died have
     * failed, though nobody recovered them yet.
     */
    public List<Night> list(@Nullable Mode mode, int limit) {
        return jdbi.withHandle(handle -> nights.list(handle, mode, limit)).stream()
                .map(this::asItStands)
                .toList();
    }

    /** What says that it runs, and still does so while no night can run, is dead. */
    private Night asItStands(Night night) {
        if (night.state() != NightState.RUNNING) {
            return night;
        }
        return jdbi.inTransaction(
                handle -> {
                    if (!NightGate.tryKeepOut(handle, night.mode())) {
                        return night;
                    }
                    Night now = nights.load(handle, night.id());
                    return now.state() == NightState.RUNNING ? now.failed(Recovery.DIED) : now;
                });
    }

    /** The date that has to be run next; empty while nothing was recorded. */
    public Optional<LocalDate> next(Mode mode) {
        return Optional.ofNullable(jdbi.withHandle(handle -> order(handle, mode)).next());
    }

    private Report start(Mode mode, LocalDate date, boolean open) {
        Night begun =
                jdbi.inTransaction(
                        handle -> {
                            NightLock.joinIn(handle, mode);
                            Night newest = nights.newest(handle, mode).orElse(null);
                            if (newest != null && newest.state() != NightState.COMPLETED) {
                                requireSame(newest, date);
                                return newest;
                            }
                            NightOrder order = order(handle, mode);
                            if (open) {
                                order.requireNotClosed(date);
                            } else {
                                order.requireNext(date);
                            }
                            boolean closes = date.isBefore(order.today());
                            return nights.begin(
                                    handle, mode, date, closes, newest, clock.instant());
                        });
        return execute(begun);
    }

    private NightOrder order(Handle handle, Mode mode) {
        Night newest = nights.newest(handle, mode).orElse(null);
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        return newest == null
                ? new NightOrder(
                        today, null, null, false, nights.oldestMessage(handle, mode).orElse(null))
                : new NightOrder(
                        today,
                        nights.booksBegan(handle, mode).orElse(null),
                        newest.businessDate(),
                        newest.closes(),
                        null);
    }

    private static void requireSame(Night unfinished, LocalDate wanted) {
        if (!unfinished.businessDate().equals(wanted)) {
            throw new NightBusy(
                    "Night %d for %s is not complete: restart it first."
                            .formatted(unfinished.id(), unfinished.businessDate()));
        }
    }

    private static void requireUnfinished(Night night) {
        if (night.state() == NightState.COMPLETED) {
            throw new NightRefused(
                    "Night %d is complete: there is nothing to go on with.".formatted(night.id()));
        }
    }

    // ---- running

    private interface Work {
        Report run();
    }

    private NightLock lock(Mode mode) {
        return NightLock.tryTake(dataSource, mode).orElseThrow(() -> busy(mode));
    }

    private NightBusy busy(Mode mode) {
        return jdbi.withHandle(handle -> nights.newest(handle, mode))
                .filter(newest -> newest.state() == NightState.RUNNING)
                .map(
                        running ->
                                new NightBusy(
                                        "A night of mode %s is running: night %d for %s. 'job show' says how far it is."
                                                .formatted(
                                                        mode.wire(),
                                                        running.id(),
                                                        running.businessDate())))
                .orElseGet(
                        () ->
                                new NightBusy(
                                        "A night of mode %s is being run or proved; ask again when it has ended."
                                                .formatted(mode.wire())));
    }

    private Report underLock(Mode mode, Work work) {
        NightLock lock = lock(mode);
        try (lock) {
            recovery.of(mode);
            return work.run();
        }
    }

    private Report execute(Night night) {
        runner.toItsEnd(night);
        return report(load(night.id()));
    }

    // ---- looking

    private Night load(long id) {
        return jdbi.withHandle(handle -> nights.find(handle, id))
                .orElseThrow(
                        () ->
                                new NightRefused(
                                        "There is no night %d: 'job list' shows those there are."
                                                .formatted(id)));
    }

    private Report report(Night night) {
        return new Report(night, jdbi.withHandle(handle -> nights.steps(handle, night.id())));
    }
}
