package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.night.NightLock;
import dev.countersign.jobs.report.ReportRefusedException;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Reports are asked for whose files are lost, were changed, or replace others. */
class ReportRestoreIT {

    private static final LocalDate DATE = LocalDate.parse("2026-11-21");

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;
    @TempDir Path out;

    private NightRun night;
    private CardId card;

    /** Two closed dates: what was held on the first is let go on the second. */
    @BeforeEach
    void closeTwoDates() {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.request(card, "101", 700, "2026-11-21T11:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T20:00:00Z").decide();
        night.run("2026-11-21");
        night.reversal(card, "101", 700, "2026-11-22T10:00:00Z");
        night.clearing(card, "999", "A999", 4_000, "2026-11-22T11:00:00Z").decide();
        night.run("2026-11-22");
    }

    @Test
    void areMadeAgainToTheByteAndIssuedNoSecondTime() throws IOException {
        Map<String, String> files = BookExport.files(reports);
        List<String> issued = issued();
        lose("2026-11-21", "settlement-detail");
        lose("2026-11-21", "camt053");

        assertThat(names(night.nights.report(Mode.SANDBOX, DATE, "settlement-detail", out)))
                .containsExactly(
                        "settlement-detail.v1.csv",
                        "settlement-detail.v1.json",
                        "settlement-detail.v1.manifest.json",
                        "settlement-detail.v1.xlsx");
        assertThat(names(night.nights.report(Mode.SANDBOX, DATE, "camt053", out)))
                .containsExactly("camt053.v1.manifest.json", "camt053.v1.xml");

        assertThat(BookExport.files(reports)).isEqualTo(files);
        assertThat(files).containsAllEntriesOf(under("sandbox/2026-11-21/", out));
        assertThat(issued()).isEqualTo(issued);
        assertThat(drafts()).isEmpty();
    }

    @Test
    void areRefusedWhereTheyWouldTellOfThePresent() throws IOException {
        List<String> issued = issued();
        lose("2026-11-21", "open-holds");

        assertRefused("open-holds");
        assertThatThrownBy(() -> night.nights.reportFile(Mode.SANDBOX, DATE, "open-holds", "csv"))
                .isInstanceOf(ReportRefusedException.class);

        assertThat(issued()).isEqualTo(issued);
        assertThat(found("2026-11-21", "open-holds")).isEmpty();
        assertThat(drafts()).isEmpty();
        assertThat(out).isEmptyDirectory();
    }

    private void assertRefused(String name) {
        assertThatThrownBy(() -> night.nights.report(Mode.SANDBOX, DATE, name, out))
                .isInstanceOf(ReportRefusedException.class)
                .hasMessageStartingWith(
                        "The report %1$s of 2026-11-21 cannot be handed out as it was issued (version 1). Lost or changed: %1$s.v1.csv, %1$s.v1.json, %1$s.v1.xlsx; made again now, it comes out otherwise."
                                .formatted(name))
                .hasMessageContaining("Put back what was issued, into " + reports)
                .hasMessageNotContaining("next version");
    }

    @Test
    void areHandedOutWhereOnlyTheManifestIsLost() throws IOException {
        Map<String, String> files = BookExport.files(reports);
        Files.delete(reports.resolve("sandbox/2026-11-21/open-holds.v1.manifest.json"));

        assertThat(night.nights.report(Mode.SANDBOX, DATE, "open-holds", out)).hasSize(4);

        assertThat(BookExport.files(reports)).isEqualTo(files);
    }

    @Test
    void areHandedOutInTheFormatsThatAreNotLost() throws IOException {
        Files.delete(reports.resolve("sandbox/2026-11-21/open-holds.v1.xlsx"));

        assertThat(night.nights.reportFile(Mode.SANDBOX, DATE, "open-holds", "csv")).isPresent();
        assertThat(night.nights.reportFile(Mode.SANDBOX, DATE, "open-holds", "xml")).isEmpty();
        assertThatThrownBy(() -> night.nights.report(Mode.SANDBOX, DATE, "open-holds", out))
                .isInstanceOf(ReportRefusedException.class)
                .hasMessageContaining("Lost or changed: open-holds.v1.xlsx; made again");
    }

    @Test
    void areNotHandedOutAsSomebodyChangedThem() throws IOException {
        Map<String, String> files = BookExport.files(reports);
        Path folder = reports.resolve("sandbox/2026-11-21");
        Files.writeString(folder.resolve("settlement-proof.v1.csv"), "opened and saved");

        assertThat(night.nights.reportFile(Mode.SANDBOX, DATE, "settlement-proof", "csv"))
                .isPresent();
        assertThat(BookExport.files(reports)).isEqualTo(files);

        Files.writeString(folder.resolve("open-holds.v1.csv"), "opened and saved");
        assertThatThrownBy(() -> night.nights.reportFile(Mode.SANDBOX, DATE, "open-holds", "csv"))
                .isInstanceOf(ReportRefusedException.class)
                .hasMessageContaining("Lost or changed: open-holds.v1.csv; made again");
        assertThat(folder.resolve("open-holds.v1.csv")).hasContent("opened and saved");
    }

    @Test
    void listBreaksAsTheNightLeftThemWhateverPeopleDidSince() throws IOException {
        Map<String, String> files = BookExport.files(reports);
        var breaks =
                Reconcile.openBreaks(
                        new Database(night.jdbi), () -> Instant.parse("2026-11-25T03:00:00Z"));
        BreakId found =
                new BreakId(UUID.fromString(night.rows("select id::text from break").getFirst()));
        assertThat(breaks.assign(found, "ann", "ann").id()).isEqualTo(found);
        lose("2026-11-22", "breaks");

        assertThat(night.nights.report(Mode.SANDBOX, LocalDate.parse("2026-11-22"), "breaks", out))
                .hasSize(4);

        assertThat(BookExport.files(reports)).isEqualTo(files);
        assertThat(night.rows("select state || ' ' || owner from break"))
                .containsExactly("investigating ann");
    }

    @Test
    void areTheNewestVersionAlsoWhereOnlyAnOlderOneIsLeft() throws IOException {
        LocalDate open = LocalDate.parse("2026-11-23");
        night.at("2026-11-23T12:00:00Z");
        assertThat(night.nights.runSandbox(open).night().failure()).isNull();
        night.clearing(card, "998", "A998", 900, "2026-11-23T11:00:00Z").decide();
        assertThat(night.nights.runSandbox(open).night().failure()).isNull();
        Map<String, String> files = BookExport.files(reports);
        for (String format : List.of("csv", "json", "xlsx", "manifest.json")) {
            Files.delete(reports.resolve("sandbox/2026-11-23/settlement-detail.v2." + format));
        }

        assertThat(names(night.nights.report(Mode.SANDBOX, open, "settlement-detail", out)))
                .containsExactly(
                        "settlement-detail.v2.csv",
                        "settlement-detail.v2.diff",
                        "settlement-detail.v2.json",
                        "settlement-detail.v2.manifest.json",
                        "settlement-detail.v2.xlsx");

        assertThat(BookExport.files(reports)).isEqualTo(files);
    }

    @Test
    void sayOfADateThatIsNotClosedThatItsNextNightIssuesThemAnew() throws IOException {
        LocalDate open = LocalDate.parse("2026-11-23");
        night.at("2026-11-23T12:00:00Z");
        night.request(card, "102", 300, "2026-11-23T09:00:00Z").decide();
        assertThat(night.nights.runSandbox(open).night().failure()).isNull();
        lose("2026-11-23", "open-holds");
        night.jdbi.useHandle(handle -> handle.execute("update open_hold set held_minor = 301"));

        assertThatThrownBy(() -> night.nights.report(Mode.SANDBOX, open, "open-holds", out))
                .isInstanceOf(ReportRefusedException.class)
                .hasMessageContaining("its next night issues what is new as the next version");
    }

    @Test
    void areWholeAgainAfterANightThatCameOutTheSame() throws IOException {
        LocalDate open = LocalDate.parse("2026-11-23");
        night.at("2026-11-23T12:00:00Z");
        assertThat(night.nights.runSandbox(open).night().failure()).isNull();
        lose("2026-11-23", "open-holds");

        assertThat(night.nights.runSandbox(open).night().failure()).isNull();

        assertThat(found("2026-11-23", "open-holds"))
                .containsExactly(
                        "open-holds.v1.csv",
                        "open-holds.v1.json",
                        "open-holds.v1.manifest.json",
                        "open-holds.v1.xlsx");
    }

    @Test
    void areMadeAgainForSeveralAtOnce() throws Exception {
        Map<String, String> files = BookExport.files(reports);
        lose("2026-11-21", "settlement-detail");
        try (WatchService seen = reports.getFileSystem().newWatchService();
                ExecutorService callers = Executors.newFixedThreadPool(4)) {
            var unused = reports.register(seen, StandardWatchEventKinds.ENTRY_CREATE);
            List<Future<List<Path>>> taken = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Path folder = out.resolve("caller" + i);
                taken.add(
                        callers.submit(
                                () ->
                                        night.nights.report(
                                                Mode.SANDBOX, DATE, "settlement-detail", folder)));
            }
            for (Future<List<Path>> each : taken) {
                assertThat(each.get()).hasSize(4);
            }
            assertThat(createdUntilNow(seen))
                    .filteredOn(file -> file.startsWith(".draft"))
                    .hasSizeLessThanOrEqualTo(1);
        }

        assertThat(BookExport.files(reports)).isEqualTo(files);
        for (int i = 0; i < 4; i++) {
            assertThat(files)
                    .containsAllEntriesOf(under("sandbox/2026-11-21/", out.resolve("caller" + i)));
        }
        assertThat(drafts()).isEmpty();
    }

    @Test
    void areNotMadeWhereTheNightIssuedNone() {
        night.jdbi.useHandle(
                handle -> handle.execute("delete from report_issue where name = 'suspense'"));

        assertThatThrownBy(() -> night.nights.report(Mode.SANDBOX, DATE, "suspense", out))
                .isInstanceOf(ReportRefusedException.class)
                .hasMessage("The night of 2026-11-21 issued no report suspense.");
        assertThat(issued()).noneMatch(row -> row.contains("suspense"));
    }

    @Test
    void replaceThoseOfAnotherDate() throws IOException {
        LocalDate next = LocalDate.parse("2026-11-22");
        List<Path> taken = night.nights.report(Mode.SANDBOX, DATE, "trial-balance", out);

        assertThat(night.nights.report(Mode.SANDBOX, next, "trial-balance", out)).isEqualTo(taken);

        assertThat(in(out)).containsExactlyElementsOf(names(taken));
        assertThat(BookExport.files(reports))
                .containsAllEntriesOf(under("sandbox/2026-11-22/", out));
    }

    @Test
    void doNotStandInTheWayOfANightThatWritesBreaks() throws IOException {
        LocalDate next = LocalDate.parse("2026-11-22");
        Map<String, String> files = BookExport.files(reports);
        lose("2026-11-22", "breaks");

        try (NightLock running =
                NightLock.tryTake(POSTGRES.dataSource(), Mode.SANDBOX).orElseThrow()) {
            assertThat(running).isNotNull();
            assertThatThrownBy(() -> night.nights.report(Mode.SANDBOX, next, "breaks", out))
                    .isInstanceOf(ReportRefusedException.class)
                    .hasMessageEndingWith(
                            "a night of mode sandbox runs. Ask again when it has ended.");
        }

        assertThat(drafts()).isEmpty();
        assertThat(night.nights.report(Mode.SANDBOX, next, "breaks", out)).hasSize(4);
        assertThat(BookExport.files(reports)).isEqualTo(files);
    }

    // ---- looking

    private void lose(String date, String name) throws IOException {
        for (String file : found(date, name)) {
            Files.delete(reports.resolve("sandbox").resolve(date).resolve(file));
        }
    }

    private List<String> issued() {
        return night.rows("select to_jsonb(report_issue)::text from report_issue order by 1");
    }

    private List<String> found(String date, String name) {
        return in(reports.resolve("sandbox").resolve(date)).stream()
                .filter(file -> file.startsWith(name + "."))
                .toList();
    }

    /** What came into the folder of reports while it was watched. */
    private List<String> createdUntilNow(WatchService seen)
            throws IOException, InterruptedException {
        Path last = Files.createFile(reports.resolve("last"));
        List<String> created = new ArrayList<>();
        while (!created.contains("last")) {
            WatchKey key = seen.take();
            key.pollEvents().forEach(event -> created.add(String.valueOf(event.context())));
            assertThat(key.reset()).isTrue();
        }
        Files.delete(last);
        return created;
    }

    private List<String> drafts() throws IOException {
        try (Stream<Path> all = Files.walk(reports)) {
            return all.map(file -> file.getFileName().toString())
                    .filter(file -> file.startsWith(".draft") || file.endsWith(".tmp"))
                    .toList();
        }
    }

    private static Map<String, String> under(String prefix, Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        BookExport.files(folder).forEach((file, content) -> files.put(prefix + file, content));
        return files;
    }

    private static List<String> names(List<Path> files) {
        return files.stream().map(file -> file.getFileName().toString()).toList();
    }

    private static List<String> in(Path folder) {
        String[] files = folder.toFile().list();
        return files == null ? List.of() : Stream.of(files).sorted().toList();
    }
}
