package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightBusyException;
import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.NightLeaseTime;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SilentProxy;
import dev.countersign.reconcile.testkit.VisibleFiles;
import io.opentelemetry.api.OpenTelemetry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A night whose process dies, ends or stands still, while another is there. */
class NightTakeoverIT {

    private static final Logger log = LoggerFactory.getLogger(NightTakeoverIT.class);
    private static final LocalDate DATE = LocalDate.parse("2026-11-21");
    private static final Duration TAKEOVER_MAX = Duration.ofSeconds(60);
    private static final Duration SHORT_LEASE = Duration.ofSeconds(5);
    private static final int ALIVE = 2;
    private static final long SEED = Long.getLong("test.seed", System.nanoTime());

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension UNDISTURBED = new PostgresExtension().named("undisturbed");

    @TempDir static Path reportsUndisturbed;

    private static @Nullable NightRun undisturbed;

    @TempDir Path reports;
    @TempDir Path died;

    private final AtomicBoolean happened = new AtomicBoolean();
    private Runnable whenItSettles = () -> {};
    private NightRun night;

    @BeforeEach
    void write() {
        log.info("seed={} (repeat with -Dtest.seed={})", SEED, SEED);
        night =
                NightTraffic.written(
                        POSTGRES,
                        new NightRun(
                                POSTGRES,
                                NightProcess.small(reports),
                                real -> KillPoints.told(real, settles(() -> whenItSettles.run()))),
                        SEED);
    }

    /** Something that happens once, when a statement of that step begins. */
    private Consumer<String> settles(Runnable once) {
        return step -> {
            if (step.equals("settle") && !happened.getAndSet(true)) {
                once.run();
            }
        };
    }

    /** Two processes are alive all the time; one dies in each of the steps. */
    @Test
    void goesOnElsewhereInWhicheverStepItsProcessIsKilled() throws Exception {
        List<ChildJvm> watchers = new ArrayList<>();
        int killed = 0;
        try {
            while (!isComplete()) {
                for (ChildJvm each : List.copyOf(watchers)) {
                    if (!each.isAlive()) {
                        watchers.remove(each);
                        String output = each.output();
                        if (!isComplete()) {
                            assertThat(each.exitCode()).as(output).isEqualTo(137);
                            killed++;
                        }
                    }
                }
                while (watchers.size() < ALIVE) {
                    watchers.add(watcher());
                }
                Thread.sleep(20);
            }
        } finally {
            watchers.forEach(ChildJvm::close);
        }

        assertThat(stepsDiedIn()).containsExactlyInAnyOrderElementsOf(KillPoints.STEPS);
        log.info("killed={} longest from one death to the next={}", killed, longestGap());
        assertThat(longestGap()).isLessThan(TAKEOVER_MAX);
        assertSameAsUndisturbed();
    }

    private ChildJvm watcher() throws IOException {
        return ChildJvm.run(
                NightWatcher.class,
                POSTGRES.url(),
                NightTraffic.NOW,
                reports.toString(),
                DATE.toString(),
                died.toString());
    }

    private boolean isComplete() {
        return night.rows("select state from night").contains("completed");
    }

    private List<String> stepsDiedIn() throws IOException {
        try (Stream<Path> files = Files.list(died)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private Duration longestGap() throws IOException {
        Duration longest = Duration.ZERO;
        Instant before = null;
        for (String step : KillPoints.STEPS) {
            Instant at = Files.getLastModifiedTime(died.resolve(step)).toInstant();
            if (before != null && Duration.between(before, at).compareTo(longest) > 0) {
                longest = Duration.between(before, at);
            }
            before = at;
        }
        return longest;
    }

    /** As on SIGTERM; its lease would last for half a minute. */
    @Test
    void goesOnElsewhereAtOnceWhereItsProcessEnds() throws Exception {
        whenItSettles = () -> assertThat(handOver()).isFalse();

        NightReport left = night.nights.run(Mode.SANDBOX, DATE);

        assertThat(left.night().failure()).isEqualTo("its process ends; another goes on with it");
        assertThat(left.steps()).extracting("name").contains("settle").doesNotContain("totals");
        assertThat(handOver()).isTrue();
        assertThatThrownBy(() -> night.nights.run(Mode.SANDBOX, DATE))
                .isInstanceOf(NightBusyException.class)
                .hasMessageContaining("This process is ending");
        goesOn(other());
        assertSameAsUndisturbed();
    }

    /** It does not wait for the chunk that it is in the middle of. */
    private boolean handOver() {
        try {
            return night.nights.handOver(Duration.ZERO);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As when the server is started again, or another takes its place. */
    @Test
    void goesOnWhereTheDatabaseWasAwayForAMoment() throws Exception {
        whenItSettles = NightTakeoverIT::endSessions;

        NightReport left = night.nights.run(Mode.SANDBOX, DATE);

        assertThat(left.night().failure()).startsWith("the database was away, and ");
        goesOn(night.nights);
        assertSameAsUndisturbed();
    }

    private static void endSessions() {
        POSTGRES.refuseConnections();
        POSTGRES.acceptConnections();
    }

    /** As where a firewall forgets it: all others work, and the lease is renewed over them. */
    @Test
    void goesOnWhereTheConnectionOfItsChunkFellSilent() throws Exception {
        int database = URI.create(POSTGRES.url().substring("jdbc:".length())).getPort();
        try (SilentProxy way = SilentProxy.to(database)) {
            PGSimpleDataSource through = new PGSimpleDataSource();
            through.setUrl(POSTGRES.url().replace(":" + database + "/", ":" + way.port() + "/"));
            through.setSocketTimeout(1); // while a session begins
            NightRun cutOff =
                    NightTraffic.written(
                            POSTGRES,
                            new NightRun(
                                    POSTGRES,
                                    NightProcess.small(reports)
                                            .with(SHORT_LEASE)
                                            .withStatementMax(SHORT_LEASE.plusSeconds(2)),
                                    real -> KillPoints.told(through, settles(way::forgetOpen))),
                            SEED);

            NightReport left = cutOff.nights.run(Mode.SANDBOX, DATE);

            assertThat(left.night().failure()).startsWith("the database was away, and ");
            assertThat(cutOff.rows("select fence::text from night_lease where mode = 'sandbox'"))
                    .as("nobody else could take the lease meanwhile")
                    .containsExactly("1");
            goesOn(cutOff.nights);
            BookExport.assertSame(cutOff, undisturbed());
            assertThat(VisibleFiles.in(reports)).isEqualTo(VisibleFiles.in(reportsUndisturbed));
        }
    }

    private static void goesOn(Nights nights) {
        Night orphan = nights.queries().orphaned(Mode.SANDBOX).orElseThrow();
        assertThat(nights.run(Mode.SANDBOX, orphan.businessDate()).night().state())
                .isEqualTo(NightState.COMPLETED);
    }

    /** It stands in the middle of a chunk, with rows locked, and comes back when all is done. */
    @Test
    void writesNothingMoreWhereItsProcessStoodStillForTooLong() throws Exception {
        CountDownLatch stands = new CountDownLatch(1);
        CountDownLatch comesBack = new CountDownLatch(1);
        whenItSettles =
                () -> {
                    stands.countDown();
                    await(comesBack);
                };
        try (ExecutorService paused = Executors.newSingleThreadExecutor()) {
            Future<NightReport> ran = paused.submit(() -> night.nights.run(Mode.SANDBOX, DATE));
            stands.await();
            assertThatThrownBy(() -> other().run(Mode.SANDBOX, DATE))
                    .isInstanceOf(NightBusyException.class)
                    .hasMessageContaining("is running: night 1 for 2026-11-21, by process ");
            NightLeaseTime.runsOut(POSTGRES.dataSource());

            assertThat(other().run(Mode.SANDBOX, DATE).night().state())
                    .isEqualTo(NightState.COMPLETED);
            comesBack.countDown();
            assertThatThrownBy(ran::get)
                    .hasRootCauseInstanceOf(NightBusyException.class)
                    .hasMessageContaining("another process's to go on with");
        }
        assertThat(night.rows("select fence::text from night_lease where mode = 'sandbox'"))
                .containsExactly("2");
        assertSameAsUndisturbed();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-22T00:10:00Z, 2026-11-21T23:50:00Z",
        "2026-11-21T23:50:00Z, 2026-11-22T00:10:00Z"
    })
    void refusesADateThatIsOverByOneClockAlone(String machine, String database) {
        Nights nights =
                Nights.open(
                        POSTGRES.dataSource(),
                        InstantSource.fixed(Instant.parse(machine)),
                        handle -> Instant.parse(database),
                        NightProcess.small(reports),
                        OpenTelemetry.noop());

        assertThatThrownBy(() -> nights.run(Mode.SANDBOX, DATE))
                .isInstanceOf(NightRefusedException.class)
                .hasMessage(
                        "2026-11-21 is over by one clock alone: it is %s by this machine's and %s by"
                                + " the database's. Set them right.",
                        machine, database);
        assertThat(nights.queries().today(Mode.SANDBOX)).isEqualTo(DATE);
        assertThat(night.rows("select state from night")).isEmpty();
    }

    @Test
    void asksTheServerForItsTime() {
        InstantSource ahead = () -> Instant.now().plus(Duration.ofDays(2));
        Nights nights =
                Nights.open(
                        POSTGRES.dataSource(),
                        ahead,
                        NightProcess.small(reports),
                        OpenTelemetry.noop());

        assertThat(nights.queries().aheadOfDatabase())
                .isBetween(Duration.ofHours(47), Duration.ofHours(49));
    }

    private Nights other() {
        return Nights.open(
                POSTGRES.dataSource(),
                InstantSource.fixed(Instant.parse(NightTraffic.NOW)),
                NightProcess.small(reports));
    }

    private void assertSameAsUndisturbed() throws IOException {
        BookExport.assertSame(night, undisturbed());
        assertThat(VisibleFiles.in(reports)).isEqualTo(VisibleFiles.in(reportsUndisturbed));
    }

    /** Run once for all tests, which only read of it. */
    private static NightRun undisturbed() {
        if (undisturbed == null) {
            undisturbed =
                    NightTraffic.written(
                            UNDISTURBED,
                            new NightRun(UNDISTURBED, NightProcess.small(reportsUndisturbed)),
                            SEED);
            undisturbed.run(DATE.toString());
        }
        return undisturbed;
    }
}
