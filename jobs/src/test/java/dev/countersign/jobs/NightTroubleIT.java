package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.store.feed.FeedLock;
import dev.countersign.reconcile.store.settlement.NightGate;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.VisibleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Troubles of operations: a night started twice, late messages, corrections, a disk that is full.
 */
class NightTroubleIT {

    private static final LocalDate DATE = LocalDate.parse("2026-11-21");
    private static final String WAITS =
            """
            select 'waits'
              from pg_locks
             where not granted
            """;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension UNDISTURBED = new PostgresExtension().named("undisturbed");

    @TempDir Path reports;
    @TempDir Path reportsUndisturbed;

    private NightRun night;
    private CardId card;

    @BeforeEach
    void begin() {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(null, 6_000L, null);
    }

    @Test
    void refusesADateThatIsCompleteAndChangesNothingWhenItIsProvedAgain() throws IOException {
        purchase(night, card);
        night.run("2026-11-21");
        Map<String, String> issued = VisibleFiles.in(reports);

        assertThatThrownBy(() -> night.run("2026-11-21"))
                .isInstanceOf(NightRefusedException.class)
                .hasMessageContaining("complete");
        assertThat(night.nights.rerun(Mode.SANDBOX, DATE).differences()).isEmpty();

        assertThat(VisibleFiles.in(reports)).isEqualTo(issued);
        assertThat(night.rows("select count(*)::text from settlement_line")).containsExactly("1");
    }

    @Test
    void refusesTheSecondOfTwoNodesThatStartTheSameNight() throws Exception {
        purchase(night, card);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(1);
        NightSettings settings = new NightSettings(2, 3, 2, reports);
        InstantSource clock = InstantSource.fixed(Instant.parse("2026-11-25T02:00:00Z"));
        Nights first =
                Nights.open(
                        KillPoints.told(
                                POSTGRES.dataSource(),
                                step -> {
                                    running.countDown();
                                    await(refused);
                                }),
                        clock,
                        settings);
        Nights second = Nights.open(POSTGRES.dataSource(), clock, settings);
        try (ExecutorService node = Executors.newSingleThreadExecutor()) {
            Future<NightReport> ran = node.submit(() -> first.run(Mode.SANDBOX, DATE));
            running.await();

            assertThatThrownBy(() -> second.run(Mode.SANDBOX, DATE))
                    .isInstanceOf(NightRefusedException.class)
                    .hasMessageContaining("is running");
            refused.countDown();

            assertThat(ran.get().night().state()).isEqualTo(NightState.COMPLETED);
        }
        assertThat(night.rows("select count(*)::text from night")).containsExactly("1");
        assertThat(night.rows("select count(*)::text from settlement_line")).containsExactly("1");
    }

    @Test
    void stopsAfterThePieceItIsAtAndGoesOnToTheSameBytes() throws IOException {
        night =
                beforeItSettles(
                        () -> {
                            NightReport asked = night.nights.stop(1);
                            assertThat(asked.night().state()).isEqualTo(NightState.RUNNING);
                        });
        purchase(night, night.book.card(null, 6_000L, null));

        NightReport stopped = night.nights.run(Mode.SANDBOX, DATE);
        assertThat(stopped.night().state()).isEqualTo(NightState.STOPPED);
        assertThat(stopped.night().failure()).contains("asked to");
        assertThat(stopped.steps()).extracting("name").doesNotContain("totals");

        assertSameAsUndisturbed();
    }

    /** Both want to say whose book a record of nobody's card is in. */
    @Test
    void freezesTheNightsOfBothModesAtOnce() throws Exception {
        purchase(night, card);
        night.clearing(null, "900", "A900", 700, "2026-11-21T21:00:00Z").decide();
        CountDownLatch attributed = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger moments = new AtomicInteger();
        NightSettings settings = new NightSettings(2, 3, 2, reports);
        InstantSource clock = InstantSource.fixed(Instant.parse("2026-11-25T02:00:00Z"));
        Nights live =
                Nights.open(
                        KillPoints.told(
                                POSTGRES.dataSource(),
                                step -> {
                                    if (step.equals("freeze") && moments.incrementAndGet() == 4) {
                                        attributed.countDown();
                                        await(goOn);
                                    }
                                }),
                        clock,
                        settings);
        Nights sandbox = Nights.open(POSTGRES.dataSource(), clock, settings);
        try (ExecutorService nodes = Executors.newFixedThreadPool(2)) {
            Future<NightReport> first = nodes.submit(() -> live.run(Mode.LIVE, DATE));
            attributed.await();
            Future<NightReport> second = nodes.submit(() -> sandbox.run(Mode.SANDBOX, DATE));
            Patience.until(() -> !night.rows(WAITS).isEmpty());
            goOn.countDown();

            assertThat(first.get().night().failure()).isNull();
            assertThat(second.get().night().failure()).isNull();
        }
        assertThat(night.rows("select mode from settlement_line where arn = 'A900'")).hasSize(1);
    }

    /** A booking takes a moment; it must not cost the night its date. */
    @Test
    void waitsForAPersonWhoIsBooking() throws Exception {
        purchase(night, card);
        CountDownLatch booking = new CountDownLatch(1);
        try (ExecutorService person = Executors.newSingleThreadExecutor()) {
            Future<?> booked =
                    person.submit(
                            () ->
                                    night.jdbi.useTransaction(
                                            handle -> {
                                                handle.execute(
                                                        "select pg_advisory_xact_lock_shared(402610, 2)");
                                                booking.countDown();
                                                pause();
                                            }));
            booking.await();

            night.run("2026-11-21");
            booked.get();
        }
    }

    /** The database ends a statement of a process that died, and what it writes counts. */
    @Test
    void waitsForWhatADeadProcessLeftInTheDatabase() throws Exception {
        purchase(night, card);
        night.jdbi.useHandle(
                left -> {
                    left.begin();
                    assertThat(NightGate.tryKeepOut(left, Mode.SANDBOX)).isTrue();
                    try (ExecutorService node = Executors.newSingleThreadExecutor()) {
                        Future<?> ran = node.submit(() -> night.run("2026-11-21"));
                        Patience.until(() -> !night.rows(WAITS).isEmpty());
                        assertThat(night.rows("select state from night")).isEmpty();
                        left.commit();
                        ran.get();
                    }
                });

        assertThat(night.rows("select state from night")).containsExactly("completed");
    }

    private static void pause() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void countsALateMessageOnItsOwnDayAndPostsItOnTheNextOpenDate() throws IOException {
        purchase(night, card);
        night.run("2026-11-21");
        Map<String, String> issued = VisibleFiles.in(reports);
        night.request(card, "101", 900, "2026-11-21T23:00:00Z");
        night.clearing(card, "101", "A101", 900, "2026-11-21T23:30:00Z").decide();

        night.run("2026-11-22");

        assertThat(night.rows(ACTIVITY))
                .containsExactly(
                        "2026-11-21 v1 on 2026-11-21 counted 5000",
                        "2026-11-21 v2 on 2026-11-22 counted 5900");
        assertThat(
                        night.rows(
                                "select arn || ' ' || business_date from settlement_line order by"
                                        + " arn"))
                .containsExactly("A100 2026-11-21", "A101 2026-11-22");
        assertThat(VisibleFiles.in(reports)).containsAllEntriesOf(issued);
        assertThat(night.nights.rerun(Mode.SANDBOX, DATE).differences()).isEmpty();
        assertThat(night.request(card, "102", 200, "2026-11-21T23:59:00Z").decide().rows(DECLINED))
                .containsExactly("102 spending_limit_exceeded");
    }

    /** Late, or of the morning on which a failed night is restarted. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-11-21T09:00:00Z", "2026-11-22T08:00:00Z"})
    void settlesWhatWasAuthorizedAfterItsCutAndClosesTheDate(String authorized) {
        night = beforeItSettles(() -> night.request(card, "100", 5_000, authorized).decide());
        card = night.book.card(null, null, null);
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T10:00:00Z").decide();

        night.run("2026-11-21");
        assertThat(night.transactions()).containsExactly("100 settled 5000 held 0");
        night.run("2026-11-22");

        assertThat(night.transactions()).containsExactly("100 settled 5000 held 0");
        assertThat(night.rows("select held_minor::text from open_hold")).isEmpty();
        assertThat(
                        night.rows(
                                """
                                select sum(debit_minor - credit_minor)::text
                                  from ledger_day
                                 where account = '9010'
                                """))
                .containsExactly("0");
        assertThat(night.rows("select max(day)::text from activity_total where version > 1"))
                .doesNotContain("2026-11-22");
    }

    @Test
    void guessesNothingThatWasAuthorizedAfterItsCut() {
        night =
                beforeItSettles(
                        () -> night.request(card, "200", 5_000, "2026-11-22T08:00:00Z").decide());
        card = night.book.card(null, null, null);
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T10:00:00Z").decide();

        night.run("2026-11-21");

        assertThat(night.transactions())
                .containsExactly("100 settled 5000 held 0", "200 authorized 5000 held 5000");
    }

    @Test
    void leavesWhatWasDecidedAfterItsCutToTheTotalsOfTheNextNight() {
        night =
                beforeItSettles(
                        () ->
                                night.request(card, "200", 600, "2026-11-21T23:00:00Z")
                                        .increment(card, "200", 100, "2026-11-21T23:10:00Z")
                                        .decide());
        card = night.book.card(null, null, null);
        purchase(night, card);

        night.run("2026-11-21");
        assertThat(night.rows(ACTIVITY))
                .containsExactly("2026-11-21 v1 on 2026-11-21 counted 5000");
        night.run("2026-11-22");

        assertThat(night.rows(ACTIVITY))
                .containsExactly(
                        "2026-11-21 v1 on 2026-11-21 counted 5000",
                        "2026-11-21 v2 on 2026-11-22 counted 5700");
        assertThat(night.rows("select type from break")).isEmpty();
    }

    /** Moment after moment another card's, and then some while the night keeps the stream. */
    @Test
    void countsAPurchaseOnceWheneverItsAuthorizationComesWhileItIsSettled() throws Exception {
        int freely = 100;
        int purchases = 110;
        List<CardId> cards = new ArrayList<>();
        List<Future<?>> authorized = new ArrayList<>();
        try (ExecutorService stream = Executors.newSingleThreadExecutor()) {
            Runnable moment =
                    () -> {
                        int next = authorized.size();
                        if (next < freely || (next < purchases && theNightKeepsTheStream())) {
                            authorized.add(authorize(stream, cards.get(next), next));
                        }
                    };
            night =
                    new NightRun(
                            POSTGRES,
                            new NightSettings(1, 1_000, 1_000, reports),
                            real ->
                                    KillPoints.told(
                                            real,
                                            step -> {
                                                if (step.equals("settle")) {
                                                    moment.run();
                                                }
                                            }));
            for (int i = 0; i < purchases; i++) {
                cards.add(night.book.card(null, null, null));
                night.clearing(cards.get(i), "R" + i, "A" + i, 5_000, "2026-11-21T10:00:00Z");
            }
            night.decide();

            night.run("2026-11-21");
        }
        for (Future<?> each : authorized) {
            each.get();
        }
        night.run("2026-11-22");

        assertThat(night.rows("select status || ' ' || held_minor from transaction"))
                .hasSize(purchases)
                .containsOnly("settled 0");
        assertThat(night.rows("select 'met' from transaction where origin = 'request'"))
                .hasSizeGreaterThanOrEqualTo(freely);
        assertThat(night.rows("select distinct kind || ' ' || outcome from message"))
                .containsExactly("authorization_request attached");
    }

    private boolean theNightKeepsTheStream() {
        return !night.rows(
                        """
                        select 'kept'
                          from pg_locks
                          join pg_database on pg_database.oid = pg_locks.database
                         where pg_database.datname = current_database()
                           and locktype = 'advisory'
                           and objid = 4020261001
                           and mode = 'ExclusiveLock'
                           and granted
                        """)
                .isEmpty();
    }

    /** The stream may have to wait for the night, which does not wait for it. */
    private Future<?> authorize(ExecutorService stream, CardId holder, int number) {
        Future<?> decided =
                stream.submit(
                        () ->
                                night.request(holder, "R" + number, 5_000, "2026-11-21T09:00:00Z")
                                        .decide());
        while (!decided.isDone() && night.rows(WAITS).isEmpty()) {
            Thread.onSpinWait();
        }
        return decided;
    }

    /** As when a program of millions of cards is changed. */
    @Test
    void waitsForTheStreamAsLongAsSomebodyElseKeepsIt() throws Exception {
        CountDownLatch kept = new CountDownLatch(1);
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            AtomicReference<Future<?>> keeping = new AtomicReference<>();
            night =
                    beforeItSettles(
                            () -> {
                                keeping.set(
                                        other.submit(
                                                () ->
                                                        night.jdbi.useTransaction(
                                                                handle -> {
                                                                    FeedLock.exclusive(handle);
                                                                    kept.countDown();
                                                                    awaitThatItIsWaitedFor();
                                                                })));
                                await(kept);
                            });
            card = night.book.card(null, null, null);
            night.clearing(card, "100", "A100", 5_000, "2026-11-21T10:00:00Z").decide();

            night.run("2026-11-21");
            keeping.get().get();
        }
        assertThat(night.transactions()).containsExactly("100 settled 5000 held 0");
    }

    /** For longer than a chunk that has locked rows would wait. */
    private void awaitThatItIsWaitedFor() {
        Instant deadline = Instant.now().plusSeconds(30);
        while (night.rows(
                        """
                        select 'waits'
                          from pg_locks
                          join pg_database on pg_database.oid = pg_locks.database
                         where pg_database.datname = current_database()
                           and objid = 4020261001
                           and waitstart < clock_timestamp() - interval '1 second'
                        """)
                .isEmpty()) {
            assertThat(Instant.now()).isBefore(deadline);
        }
    }

    /** A book in which something happens once, when the night has frozen its cut. */
    private NightRun beforeItSettles(Runnable happens) {
        AtomicBoolean happened = new AtomicBoolean();
        return new NightRun(
                POSTGRES,
                new NightSettings(2, 3, 2, reports),
                real ->
                        KillPoints.told(
                                real,
                                step -> {
                                    if (step.equals("settle") && !happened.getAndSet(true)) {
                                        happens.run();
                                    }
                                }));
    }

    private static final String ACTIVITY =
            """
            select day || ' v' || version || ' on ' || business_date || ' counted ' || counted_minor
              from activity_total
             order by day, version
            """;
    private static final String DECLINED =
            "select network_txn_id || ' ' || decline_reason from transaction where status ="
                    + " 'declined'";

    @Test
    void keepsOneBreakHoweverOftenTheNetworkCorrectsItsTotal() {
        CardId other = night.book.card(null, null, null);
        night.request(other, "100", 9_000, "2026-11-21T10:00:00Z");
        night.clearing(other, "100", "A100", 9_000, "2026-11-21T20:00:00Z");
        night.total("2026-11-22", 1, 1, 9_400, "2026-11-22T04:00:00Z");
        night.total("2026-11-22", 2, 1, 9_300, "2026-11-23T04:00:00Z");
        night.total("2026-11-22", 3, 1, 9_000, "2026-11-24T04:00:00Z").decide();
        night.run("2026-11-21");
        night.run("2026-11-22");
        assertThat(totals()).containsExactly("400 open");
        night.run("2026-11-23");
        assertThat(totals()).containsExactly("300 open");
        night.at("2026-11-26T02:00:00Z").run("2026-11-24");

        assertThat(totals()).containsExactly("300 resolved");
        assertThat(night.rows("select distinct origin_date::text from break"))
                .containsExactly("2026-11-22");
    }

    private List<String> totals() {
        return night.rows(
                "select amount_minor || ' ' || state from break where type = 'TOTALS_MISMATCH'");
    }

    /** A file stands where the folder of the date has to be. */
    @Test
    void failsWithoutAFileWhenTheFolderCannotBeWrittenAndGoesOnToTheSameBytes() throws IOException {
        purchase(night, card);
        Path folder = reports.resolve("sandbox/2026-11-21");
        Files.createDirectories(folder.getParent());
        Files.writeString(folder, "in the way");

        failed(night);
        assertThat(folder).isRegularFile();
        Files.delete(folder);

        assertSameAsUndisturbed();
    }

    /** The third report cannot get its name: what is whole stands, of it nothing is seen. */
    @Test
    void showsNoPartOfAReportThatCouldNotBeFinished() throws IOException {
        purchase(night, card);
        Path folder = reports.resolve("sandbox/2026-11-21");
        Path blocked = folder.resolve("settlement-proof.v1.csv");
        Files.createDirectories(blocked.resolve("in the way"));

        failed(night);
        assertThat(VisibleFiles.in(reports).keySet())
                .contains("sandbox/2026-11-21/settlement-summary.v1.csv")
                .noneMatch(file -> file.contains("settlement-proof.v1.manifest"))
                .noneMatch(file -> file.contains("breaks"));
        Files.delete(blocked.resolve("in the way"));
        Files.delete(blocked);

        assertSameAsUndisturbed();
    }

    private void failed(NightRun run) {
        NightReport report = run.nights.run(Mode.SANDBOX, DATE);
        assertThat(report.night().state()).isEqualTo(NightState.FAILED);
        assertThat(report.night().failure()).isNotBlank();
        assertThat(report.steps()).filteredOn(step -> step.name().equals("close")).isEmpty();
    }

    private void assertSameAsUndisturbed() throws IOException {
        night.run("2026-11-21");
        NightRun undisturbed = new NightRun(UNDISTURBED, reportsUndisturbed);
        purchase(undisturbed, undisturbed.book.card(null, 6_000L, null));
        undisturbed.run("2026-11-21");

        BookExport.assertSame(night, undisturbed);
        assertThat(VisibleFiles.in(reports)).isEqualTo(VisibleFiles.in(reportsUndisturbed));
    }

    private static void purchase(NightRun run, CardId card) {
        run.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        run.clearing(card, "100", "A100", 5_000, "2026-11-21T20:00:00Z").decide();
    }
}
