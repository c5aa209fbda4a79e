package dev.countersign.jobs;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightOrder;
import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.night.NightStore;
import dev.countersign.jobs.night.SettleProgress;
import dev.countersign.jobs.night.StepCounts;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.store.settlement.NightGate;
import dev.countersign.reconcile.store.settlement.SandboxClockStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;

/**
 * The state of the nights, for pages and commands: which there were, how far one is, what is next.
 */
public final class NightQueries {

    private final Jdbi jdbi;
    private final NightStore nights;
    private final InstantSource clock;
    private final DatabaseClock databaseClock;
    private final SandboxClockStore sandbox = new SandboxClockStore();

    NightQueries(Jdbi jdbi, NightStore nights, InstantSource clock, DatabaseClock databaseClock) {
        this.jdbi = jdbi;
        this.nights = nights;
        this.clock = clock;
        this.databaseClock = databaseClock;
    }

    /** Opens it for those who only look, who need nothing of what runs a night. */
    public static NightQueries open(DataSource dataSource, InstantSource clock) {
        return new NightQueries(
                JdbiSetup.over(dataSource), new NightStore(), clock, handle -> clock.instant());
    }

    /** One night; one whose process died has failed, though nobody recovered it yet. */
    public NightReport show(long id) {
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

    /** The nights of a mode as they stand, newest first, from a position on. */
    public List<Night> list(Mode mode, ListPosition<Long> at, int limit) {
        return jdbi.withHandle(handle -> nights.list(handle, mode, at, limit)).stream()
                .map(this::asItStands)
                .toList();
    }

    /** The nights of some dates as they stand, newest first. */
    public List<Night> between(Mode mode, LocalDate first, LocalDate last) {
        return jdbi.withHandle(handle -> nights.between(handle, mode, first, last)).stream()
                .map(this::asItStands)
                .toList();
    }

    /**
     * The dates from one to another that have no night of their own, each with the date of the
     * night that took what it left.
     */
    public Map<LocalDate, LocalDate> covered(Mode mode, LocalDate first, LocalDate last) {
        return jdbi.withHandle(handle -> nights.covered(handle, mode, first, last));
    }

    /**
     * Returns a night as it really stands. A night that says that it runs, and still does so while
     * no night can run, is dead.
     */
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
                    return now.state() == NightState.RUNNING ? now.failed(NightRecovery.DIED) : now;
                });
    }

    /** The newest night of a mode where its process died and nobody has gone on with it. */
    public Optional<Night> orphaned(Mode mode) {
        return jdbi.withHandle(handle -> nights.newest(handle, mode))
                .filter(night -> night.state() == NightState.RUNNING)
                .filter(night -> asItStands(night).state() == NightState.FAILED);
    }

    /** The date that has to be run next; empty while nothing was recorded. */
    public Optional<LocalDate> next(Mode mode) {
        return Optional.ofNullable(jdbi.withHandle(handle -> order(handle, mode)).next());
    }

    /** Number of overdue dates of a mode: ended, and not complete. */
    public long overdue(Mode mode) {
        return jdbi.withHandle(
                handle ->
                        nights.newest(handle, mode).isPresent()
                                ? order(handle, mode).overdue()
                                : 0);
    }

    /**
     * Refuses a date that may not be run now, because it has not ended or is not the next.
     *
     * @throws NightRefusedException with the reason
     */
    public void requireNext(Mode mode, LocalDate date) {
        jdbi.useHandle(
                handle -> {
                    requireOverByBothClocks(handle, mode, date);
                    order(handle, mode).requireNext(date);
                });
    }

    /**
     * Refuses a date that is over by one clock alone, this machine's or the database's.
     *
     * @throws NightRefusedException with the time of both
     */
    void requireOverByBothClocks(Handle handle, Mode mode, LocalDate date) {
        Instant here = sandbox.now(handle, mode, clock);
        Instant there = databaseNow(handle, mode);
        if (isOver(date, here) != isOver(date, there)) {
            throw new NightRefusedException(
                    "%s is over by one clock alone: it is %s by this machine's and %s by the database's. Set them right."
                            .formatted(
                                    date,
                                    here.truncatedTo(ChronoUnit.SECONDS),
                                    there.truncatedTo(ChronoUnit.SECONDS)));
        }
    }

    private static boolean isOver(LocalDate date, Instant now) {
        return date.isBefore(LocalDate.ofInstant(now, ZoneOffset.UTC));
    }

    private Instant databaseNow(Handle handle, Mode mode) {
        return sandbox.now(handle, mode, () -> databaseClock.now(handle));
    }

    /** The time by which this machine's clock is ahead of the database's; negative where behind. */
    public Duration aheadOfDatabase() {
        return jdbi.withHandle(
                handle -> Duration.between(databaseClock.now(handle), clock.instant()));
    }

    /**
     * Returns how far the settling of a mode's night is; nothing done and nothing left where none
     * runs.
     */
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

    public boolean hasRun(Mode mode) {
        return jdbi.withHandle(handle -> nights.newest(handle, mode)).isPresent();
    }

    /**
     * The UTC date now, the earlier one where this machine's clock and the database's differ; the
     * sandbox is ahead of them.
     */
    public LocalDate today(Mode mode) {
        return jdbi.withHandle(handle -> today(handle, mode));
    }

    private LocalDate today(Handle handle, Mode mode) {
        Instant here = sandbox.now(handle, mode, clock);
        Instant there = databaseNow(handle, mode);
        return LocalDate.ofInstant(here.isBefore(there) ? here : there, ZoneOffset.UTC);
    }

    /** In which order dates are run from here. */
    NightOrder order(Handle handle, Mode mode) {
        Night newest = nights.newest(handle, mode).orElse(null);
        LocalDate today = today(handle, mode);
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

    /**
     * @throws NightRefusedException when there is no such night
     */
    Night load(long id) {
        return jdbi.withHandle(handle -> nights.find(handle, id))
                .orElseThrow(
                        () ->
                                new NightRefusedException(
                                        "There is no night %s: 'job list' shows those there are."
                                                .formatted(id)));
    }

    NightReport report(Night night) {
        return new NightReport(night, jdbi.withHandle(handle -> nights.steps(handle, night.id())));
    }
}
