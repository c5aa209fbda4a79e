package dev.countersign.jobs;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightBusyException;
import dev.countersign.jobs.night.NightLeases;
import dev.countersign.jobs.night.NightOrder;
import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.night.NightStore;
import dev.countersign.jobs.remote.PartitionWorker;
import dev.countersign.jobs.report.ReportCopy;
import dev.countersign.jobs.report.ReportQueries;
import dev.countersign.jobs.report.Reports;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.store.settlement.NightGate;
import io.opentelemetry.api.OpenTelemetry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;

/**
 * The front door of the nights: run one, stop one, go on with one, and look at them on their {@link
 * #queries()}. The command line, the schedule, the interface and the console get the same rules.
 */
public final class Nights {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final Jdbi jdbi;
    private final InstantSource clock;
    private final NightLeases leases;
    private final NightStore nights = new NightStore();
    private final Supplier<NightBatch> opening;
    private final NightQueries board;
    private final ReportQueries reports;
    private @Nullable Engine engine;

    private Nights(
            DataSource dataSource,
            InstantSource clock,
            DatabaseClock databaseClock,
            NightSettings settings,
            OpenTelemetry telemetry) {
        DataSource sessions = new NightSessions(dataSource, settings.statementMax());
        this.jdbi = JdbiSetup.over(sessions);
        this.clock = clock;
        this.leases = new NightLeases(sessions, settings.lease(), thisProcess());
        this.opening = () -> NightBatch.open(sessions, leases, clock, settings, telemetry);
        this.board = new NightQueries(jdbi, nights, clock, databaseClock);
        this.reports = new ReportQueries(settings.reports());
    }

    private static String thisProcess() {
        String host = System.getenv("HOSTNAME");
        long number = ProcessHandle.current().pid();
        return host == null || host.isBlank()
                ? "process %s".formatted(number)
                : "process %s of %s".formatted(number, host);
    }

    /** Runs nights. Opened late, since queries and reports do without it. */
    private record Engine(NightBatch batch, NightRunner runner, NightRecovery recovery) {}

    private synchronized Engine engine() {
        if (engine == null) {
            NightBatch batch = opening.get();
            engine =
                    new Engine(
                            batch,
                            new NightRunner(
                                    jdbi, nights, leases, batch.operator(), batch.job(), clock),
                            new NightRecovery(jdbi, nights, leases, batch.repository(), clock));
        }
        return engine;
    }

    /** Opens the nights of a book whose schema is up to date, and whose time is this clock's. */
    public static Nights open(DataSource dataSource, InstantSource clock, NightSettings settings) {
        return new Nights(
                dataSource, clock, handle -> clock.instant(), settings, OpenTelemetry.noop());
    }

    /**
     * Opens the nights of a book whose schema is up to date. The database has a clock, too: a date
     * is over when it is over by both.
     *
     * @param telemetry where each run is traced to
     */
    public static Nights open(
            DataSource dataSource,
            InstantSource clock,
            NightSettings settings,
            OpenTelemetry telemetry) {
        return open(dataSource, clock, DatabaseClock.OF_THE_SERVER, settings, telemetry);
    }

    /** The same where the database has another clock. */
    static Nights open(
            DataSource dataSource,
            InstantSource clock,
            DatabaseClock databaseClock,
            NightSettings settings,
            OpenTelemetry telemetry) {
        return new Nights(dataSource, clock, databaseClock, settings, telemetry);
    }

    /** All nights, to be looked at. */
    public NightQueries queries() {
        return board;
    }

    /**
     * Runs a date that has ended and is next, or goes on with it where it did not complete.
     *
     * @throws NightRefusedException when the date may not be run now
     */
    public NightReport run(Mode mode, LocalDate date) {
        return underLease(mode, () -> start(mode, date, false));
    }

    /**
     * Proves that running a complete date again would change nothing.
     *
     * @param watcher gets what is looked at, since that takes as long as there are records
     * @throws NightRefusedException when the date is not complete, or a night runs
     */
    public RerunResult rerun(Mode mode, LocalDate date, Consumer<String> watcher) {
        NightLeases.Lease lease = lease(mode);
        try (lease) {
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
    public RerunResult rerun(Mode mode, LocalDate date) {
        return rerun(mode, date, looking -> {});
    }

    /**
     * Writes the newest version of a report into a folder, as it was issued. Files of another date
     * or mode that have its names there are replaced.
     *
     * @param name one of {@link Reports#NAMES}
     * @param asOf the version that was known at this moment; null for the newest of all
     * @return the files
     * @throws NightRefusedException when the date is not complete
     * @throws ActionRefusedException when a file of it is not as it was issued
     */
    public List<Path> report(
            Mode mode, LocalDate date, String name, @Nullable Instant asOf, Path out) {
        return reports.files(jdbi, complete(mode, date), name, asOf).stream()
                .map(file -> file.writeInto(out))
                .sorted()
                .toList();
    }

    /**
     * The newest version of a report in one format; empty when it cannot be had in that.
     *
     * @param name one of {@link Reports#NAMES}
     * @param asOf the version that was known at this moment; null for the newest of all
     * @throws NightRefusedException when the date is not complete
     * @throws ActionRefusedException when a file of it is not as it was issued
     */
    public Optional<ReportCopy> reportFile(
            Mode mode, LocalDate date, String name, String format, @Nullable Instant asOf) {
        return reports.file(jdbi, complete(mode, date), name, format, asOf);
    }

    private Night complete(Mode mode, LocalDate date) {
        return jdbi.withHandle(handle -> complete(handle, mode, date));
    }

    private Night complete(Handle handle, Mode mode, LocalDate date) {
        return nights.newestOf(handle, mode, date)
                .filter(night -> night.state() == NightState.COMPLETED)
                .orElseThrow(() -> notComplete(handle, mode, date));
    }

    private NightRefusedException notComplete(Handle handle, Mode mode, LocalDate date) {
        Mode other = mode == Mode.LIVE ? Mode.SANDBOX : Mode.LIVE;
        if (nights.newestOf(handle, other, date)
                .filter(night -> night.state() == NightState.COMPLETED)
                .isPresent()) {
            return new NightRefusedException(
                    "%s is not complete in mode %s; in mode %s it is."
                            .formatted(date, mode.wire(), other.wire()));
        }
        Optional<LocalDate> coveredBy = nights.coveredBy(handle, mode, date);
        return new NightRefusedException(
                coveredBy.isPresent()
                        ? "%s has no night of its own in mode %s: that of %s covers it."
                                .formatted(date, mode.wire(), coveredBy.get())
                        : "%s is not complete in mode %s. 'job run nightly' completes it, 'job list' says how it stands."
                                .formatted(date, mode.wire()));
    }

    /**
     * Runs a date of the sandbox, which may still be open: what is new is settled, and the same
     * date may be run again. Dates before it need not be complete; they are covered by it. A night
     * of another date that was left unfinished is finished first.
     *
     * @throws NightRefusedException when the date is closed or in the future
     */
    public NightReport runSandbox(LocalDate date) {
        return underLease(
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
     * @throws NightRefusedException when it is complete, or runs
     */
    public NightReport restart(long id) {
        Night night = board.load(id);
        requireUnfinished(night);
        return underLease(
                night.mode(),
                () -> {
                    Night now = board.load(id);
                    requireUnfinished(now);
                    return execute(now);
                });
    }

    /**
     * Takes back what a dead process left running, without going on with it.
     *
     * @throws NightRefusedException when it is complete, or runs
     */
    public NightReport recover(long id) {
        Night night = board.load(id);
        return underLease(
                night.mode(),
                () -> {
                    requireUnfinished(board.load(id));
                    return board.report(board.load(id));
                });
    }

    /**
     * Asks a night to stop after the chunk it is at; {@link #restart} goes on from there.
     *
     * @throws NightRefusedException when it does not run
     */
    public NightReport stop(long id) {
        Night night = board.load(id);
        Long number = night.jobExecutionId();
        JobExecution execution =
                number == null ? null : engine().batch().repository().getJobExecution(number);
        if (night.state() != NightState.RUNNING || execution == null) {
            throw notRunning(night);
        }
        if (jdbi.inTransaction(handle -> NightGate.tryKeepOut(handle, night.mode()))) {
            throw new NightRefusedException(
                    "Night %s does not run any more: its process died. Restart it to go on."
                            .formatted(id));
        }
        try {
            var unused = engine().batch().operator().stop(execution);
        } catch (JobExecutionException e) {
            throw notRunning(board.load(id));
        }
        return board.report(board.load(id));
    }

    /**
     * A worker on what other processes, or this one, hand out of their nights.
     *
     * @param name of this process, for people
     */
    public PartitionWorker worker(String name) {
        NightBatch batch = engine().batch();
        return new PartitionWorker(jdbi, batch.repository(), batch.ofWorkers(), name);
    }

    /** The same under the name that leases have. */
    public PartitionWorker worker() {
        return worker(thisProcess());
    }

    /**
     * Leaves the nights of this process to others, each after the chunk it is at, and begins none
     * from here on.
     *
     * @param patience for how long that is waited for
     * @return false where one was still at its chunk then
     */
    public boolean handOver(Duration patience) throws InterruptedException {
        leases.end();
        long giveUp = System.nanoTime() + patience.toNanos();
        while (leases.isAnyHeld() && System.nanoTime() < giveUp) {
            Thread.sleep(BETWEEN_LOOKS);
        }
        return !leases.isAnyHeld();
    }

    private static NightRefusedException notRunning(Night night) {
        String state =
                switch (night.state()) {
                    case COMPLETED -> "it is complete.";
                    case STOPPED, FAILED ->
                            "it is %s. Restart it to go on.".formatted(night.state().wire());
                    case RUNNING -> "it has not begun to, or just ended.";
                };
        return new NightRefusedException("Night %s does not run: %s".formatted(night.id(), state));
    }

    private NightReport start(Mode mode, LocalDate date, boolean open) {
        Night begun =
                jdbi.inTransaction(
                        handle -> {
                            leases.require(handle, mode);
                            Night newest = nights.newest(handle, mode).orElse(null);
                            if (newest != null && newest.state() != NightState.COMPLETED) {
                                requireSame(newest, date);
                                return newest;
                            }
                            NightOrder order = board.order(handle, mode);
                            if (open) {
                                order.requireNotClosed(date);
                            } else {
                                board.requireOverByBothClocks(handle, mode, date);
                                order.requireNext(date);
                            }
                            boolean closes = date.isBefore(order.today());
                            return nights.begin(
                                    handle, mode, date, closes, newest, clock.instant());
                        });
        return execute(begun);
    }

    private static void requireSame(Night unfinished, LocalDate wanted) {
        if (!unfinished.businessDate().equals(wanted)) {
            throw new NightBusyException(
                    "Night %s for %s is not complete: 'job restart %s' goes on with it."
                            .formatted(
                                    unfinished.id(), unfinished.businessDate(), unfinished.id()));
        }
    }

    private static void requireUnfinished(Night night) {
        if (night.state() == NightState.COMPLETED) {
            throw new NightRefusedException(
                    "Night %s is complete: there is nothing to go on with.".formatted(night.id()));
        }
    }

    // ---- running

    private interface Work {
        NightReport run();
    }

    private NightLeases.Lease lease(Mode mode) {
        return leases.tryTake(mode).orElseThrow(() -> busy(mode));
    }

    private NightBusyException busy(Mode mode) {
        String owner =
                jdbi.withHandle(handle -> NightLeases.owner(handle, mode)).orElse("somebody");
        return jdbi.withHandle(handle -> nights.newest(handle, mode))
                .filter(newest -> newest.state() == NightState.RUNNING)
                .map(
                        running ->
                                new NightBusyException(
                                        "A night of mode %s is running: night %s for %s, by %s. 'job show' says how far it is."
                                                .formatted(
                                                        mode.wire(),
                                                        running.id(),
                                                        running.businessDate(),
                                                        owner)))
                .orElseGet(
                        () ->
                                new NightBusyException(
                                        "A night of mode %s is being run or proved by %s; ask again when it has ended."
                                                .formatted(mode.wire(), owner)));
    }

    private NightReport underLease(Mode mode, Work work) {
        NightLeases.Lease lease = lease(mode);
        try (lease) {
            engine().recovery().of(mode);
            return work.run();
        }
    }

    private NightReport execute(Night night) {
        Optional<String> left = engine().runner().toItsEnd(night);
        Night now = board.load(night.id());
        return board.report(left.map(now::failed).orElse(now));
    }
}
