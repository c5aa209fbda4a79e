package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.night.NightBusyException;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.remote.RemoteWorkers;
import dev.countersign.jobs.report.store.ReportFolder;
import dev.countersign.jobs.report.store.ReportStore;
import dev.countersign.jobs.report.store.ReportStores;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.dispute.DisputeMoney;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.NightLeaseTime;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.VisibleFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A night that stands still while it issues reports, and another that goes on with it. */
class ReportTakeoverIT {

    private static final LocalDate DATE = LocalDate.parse("2026-11-21");
    private static final String FIRST_FILE = "settlement-detail.v1.csv";
    private static final String MARK = "of who stood still";

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;
    @TempDir Path other;

    /** Both have written the same file, and who stood still is the first to put it in place. */
    @Test
    void putsNoFileInPlaceThatItsSuccessorHasBegun() throws Exception {
        try (ExecutorService runs = Executors.newFixedThreadPool(2);
                StandingReports former =
                        new StandingReports(new ReportFolder(reports), FIRST_FILE, MARK);
                StandingReports later =
                        new StandingReports(new ReportFolder(reports), FIRST_FILE, "")) {
            NightRun night = written(former);
            Future<NightReport> stoodStill =
                    runs.submit(() -> night.nights.run(Mode.SANDBOX, DATE));
            former.awaitStanding();
            NightLeaseTime.runsOut(POSTGRES.dataSource());
            Future<NightReport> wentOn = runs.submit(() -> successor(later));
            later.awaitStanding();

            former.comeBack();
            assertThatThrownBy(stoodStill::get).hasRootCauseInstanceOf(NightBusyException.class);
            assertThat(reports.resolve("sandbox/2026-11-21/" + FIRST_FILE)).doesNotExist();

            later.comeBack();
            assertThat(wentOn.get().night().state()).isEqualTo(NightState.COMPLETED);
        }
        assertThat(VisibleFiles.in(reports).values()).noneMatch(ReportTakeoverIT::isMarked);
        assertThat(hidden(reports)).isEmpty();
    }

    @Test
    void replacesNoFileOfItsSuccessorInAFolder() throws Exception {
        comesBackToAFinishedNight(
                new ReportFolder(reports),
                new ReportFolder(reports),
                () -> VisibleFiles.in(reports));
        assertThat(hidden(reports)).isEmpty();
    }

    @Test
    void replacesNoFileOfItsSuccessorInABucket() throws Exception {
        Path objects = Files.createDirectory(other.resolve("objects"));
        System.setProperty("aws.accessKeyId", ObjectStore.USER);
        System.setProperty("aws.secretAccessKey", ObjectStore.PASSWORD);
        try (ObjectStore store = ObjectStore.start(objects)) {
            comesBackToAFinishedNight(
                    in(store, reports),
                    in(store, other.resolve("machine")),
                    () -> {
                        Map<String, String> files = new TreeMap<>();
                        store.objects()
                                .forEach((key, it) -> files.put(key, HexFormat.of().formatHex(it)));
                        return files;
                    });
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
        assertThat(hidden(reports)).isEmpty();
    }

    private static ReportStore in(ObjectStore store, Path machine) {
        return ReportStores.open(
                URI.create("s3://" + ObjectStore.BUCKET + "/books"),
                store.endpoint(),
                ObjectStore.REGION,
                machine);
    }

    /** It has registered what it wrote, and its last file is still to be begun. */
    private static void comesBackToAFinishedNight(
            ReportStore formers, ReportStore laters, Callable<Map<String, String>> files)
            throws Exception {
        try (ExecutorService runs = Executors.newSingleThreadExecutor();
                StandingReports former =
                        new StandingReports(formers, "settlement-detail.manifest.json", MARK)) {
            NightRun night = written(former);
            Future<NightReport> stoodStill =
                    runs.submit(() -> night.nights.run(Mode.SANDBOX, DATE));
            former.awaitStanding();
            NightLeaseTime.runsOut(POSTGRES.dataSource());
            assertThat(successor(laters).night().state()).isEqualTo(NightState.COMPLETED);
            Map<String, String> issued = files.call();

            former.comeBack();
            assertThatThrownBy(stoodStill::get).hasRootCauseInstanceOf(NightBusyException.class);

            assertThat(files.call()).isEqualTo(issued);
            assertThat(issued.values()).noneMatch(ReportTakeoverIT::isMarked);
        }
    }

    private static NightReport successor(ReportStore store) {
        return Nights.open(
                        POSTGRES.dataSource(),
                        InstantSource.fixed(Instant.parse("2026-11-25T02:00:00Z")),
                        settings(store))
                .run(Mode.SANDBOX, DATE);
    }

    private static NightRun written(ReportStore store) {
        NightRun night = new NightRun(POSTGRES, settings(store));
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        return night.clearing(card, "100", "A100", 5_000, "2026-11-21T20:00:00Z").decide();
    }

    private static NightSettings settings(ReportStore store) {
        return new NightSettings(
                2,
                3,
                2,
                store,
                ClearingPolicy.DEFAULT,
                DisputePolicy.DEFAULT,
                DisputeMoney.DEFAULT,
                NightSettings.LEASE_USUAL,
                RemoteWorkers.NONE,
                NightSettings.STATEMENT_MAX_USUAL);
    }

    private static boolean isMarked(String hexadecimal) {
        return hexadecimal.endsWith(
                HexFormat.of().formatHex(MARK.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Path> hidden(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".tmp")).toList();
        }
    }
}
