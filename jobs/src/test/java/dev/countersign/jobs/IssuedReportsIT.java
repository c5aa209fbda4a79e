package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.report.ReportCopy;
import dev.countersign.reconcile.domain.CalendarText;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.VisibleFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Issued reports are asked for, also when their files are lost, were changed, or replace others.
 */
class IssuedReportsIT {

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
    void areHandedOutToTheByte() throws IOException {
        assertThat(names(night.nights.report(Mode.SANDBOX, DATE, "settlement-detail", null, out)))
                .containsExactly(
                        "settlement-detail.v1.csv",
                        "settlement-detail.v1.json",
                        "settlement-detail.v1.manifest.json");
        assertThat(names(night.nights.report(Mode.SANDBOX, DATE, "camt053", null, out)))
                .containsExactly("camt053.v1.manifest.json", "camt053.v1.xml");

        assertThat(VisibleFiles.in(reports))
                .containsAllEntriesOf(under("sandbox/2026-11-21/", out));
    }

    @Test
    void areRefusedWithThePathsOfLostFiles() throws IOException {
        Map<String, String> files = VisibleFiles.in(reports);
        Path json = folder().resolve("settlement-detail.v1.json");
        Files.delete(json);

        assertThatThrownBy(
                        () ->
                                night.nights.report(
                                        Mode.SANDBOX, DATE, "settlement-detail", null, out))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessage(
                        "The report settlement-detail of 2026-11-21 cannot be handed out as it was"
                                + " issued (version 1). Lost or changed: "
                                + json
                                + ". Put back what was issued, from a backup or from the machine"
                                + " whose night wrote it.");
        assertThat(out).isEmptyDirectory();
        assertThat(file("settlement-detail", "csv")).isPresent();
        assertRefused("settlement-detail", "json", json);
        assertRefused("settlement-detail", "xlsx", json);

        Files.write(
                json,
                HexFormat.of().parseHex(files.get("sandbox/2026-11-21/settlement-detail.v1.json")));
        assertThat(night.nights.report(Mode.SANDBOX, DATE, "settlement-detail", null, out))
                .hasSize(3);
    }

    @Test
    void areNotHandedOutAsSomebodyChangedThem() throws IOException {
        Path csv = folder().resolve("open-holds.v1.csv");
        Files.writeString(csv, "opened and saved");

        assertRefused("open-holds", "csv", csv);
        assertThat(file("open-holds", "json")).isPresent();
        assertThat(csv).hasContent("opened and saved");
    }

    private void assertRefused(String name, String format, Path lost) {
        assertThatThrownBy(() -> file(name, format))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("Lost or changed: " + lost + ". Put back");
    }

    @Test
    void areHandedOutWhereOnlyTheManifestIsLost() throws IOException {
        Map<String, String> files = VisibleFiles.in(reports);
        Files.delete(folder().resolve("open-holds.v1.manifest.json"));

        assertThat(night.nights.report(Mode.SANDBOX, DATE, "open-holds", null, out)).hasSize(3);

        assertThat(files).containsAllEntriesOf(under("sandbox/2026-11-21/", out));
    }

    @Test
    void areWorkbooksOnlyWhenSomebodyAsks() throws IOException {
        assertThat(VisibleFiles.in(reports).keySet()).noneMatch(each -> each.endsWith(".xlsx"));
        assertThat(night.rows("select manifest::text from issued_report"))
                .noneMatch(manifest -> manifest.contains("xlsx"));

        ReportCopy workbook = file("settlement-detail", "xlsx").orElseThrow();

        assertThat(workbook.fileName()).isEqualTo("settlement-detail.v1.xlsx");
        try (ZipFile sheets = new ZipFile(workbook.writeInto(out).toFile());
                InputStream first =
                        sheets.getInputStream(sheets.getEntry("xl/worksheets/sheet1.xml"))) {
            assertThat(new String(first.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("state=\"frozen\"", ">settlement_amount<", ">A100<");
        }
        assertThat(VisibleFiles.in(reports).keySet()).noneMatch(each -> each.endsWith(".xlsx"));
        assertThat(file("camt053", "xlsx")).isEmpty();
        assertThat(file("open-holds", "xml")).isEmpty();
    }

    /** Of each type of column there is one. */
    @Test
    void sayInTheirManifestOfWhichTypeEachColumnIs() {
        assertThat(
                        night.rows(
                                """
                                select each #>> '{}'
                                  from issued_report,
                                       jsonb_array_elements(manifest -> 'columns') each
                                 where name = 'settlement-detail'
                                   and business_date = date '2026-11-21'
                                   and each ->> 'name' in ('business_date', 'cycle', 'card_id',
                                                           'settlement_amount', 'posted_at')
                                """))
                .containsExactlyInAnyOrder(
                        "{\"name\": \"business_date\", \"type\": \"date\"}",
                        "{\"name\": \"cycle\", \"type\": \"number\"}",
                        "{\"name\": \"card_id\", \"type\": \"text\"}",
                        "{\"name\": \"settlement_amount\", \"type\": \"money\", \"currency\":"
                                + " \"settlement_currency\"}",
                        "{\"name\": \"posted_at\", \"type\": \"time\"}");
    }

    @Test
    void areTheNewestVersionWithWhatChanged() throws IOException {
        LocalDate open = LocalDate.parse("2026-11-23");
        night.at("2026-11-23T12:00:00Z");
        assertThat(night.nights.runSandbox(open).night().failure()).isNull();
        night.clearing(card, "998", "A998", 900, "2026-11-23T11:00:00Z").decide();
        assertThat(night.nights.runSandbox(open).night().failure()).isNull();

        assertThat(names(night.nights.report(Mode.SANDBOX, open, "settlement-detail", null, out)))
                .containsExactly(
                        "settlement-detail.v2.csv",
                        "settlement-detail.v2.diff",
                        "settlement-detail.v2.json",
                        "settlement-detail.v2.manifest.json");
        assertThat(out.resolve("settlement-detail.v2.diff")).content().contains("+2026-11-23,");
        assertThat(file(open, "settlement-detail", "diff")).isPresent();

        for (String format : List.of("csv", "json")) {
            Files.delete(reports.resolve("sandbox/2026-11-23/settlement-detail.v2." + format));
        }
        assertThatThrownBy(
                        () ->
                                night.nights.report(
                                        Mode.SANDBOX, open, "settlement-detail", null, out))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("settlement-detail.v2.csv, ")
                .hasMessageContaining("settlement-detail.v2.json. ")
                .hasMessageEndingWith(
                        "The date is not closed: its next night writes the report again.");
    }

    @Test
    void areHadAsTheyWereKnownAtAMoment() throws IOException {
        LocalDate open = LocalDate.parse("2026-11-23");
        night.at("2026-11-23T12:00:00Z");
        assertThat(night.nights.runSandbox(open).night().failure()).isNull();
        night.clearing(card, "998", "A998", 900, "2026-11-23T11:00:00Z").decide();
        night.at("2026-11-23T18:00:00Z");
        assertThat(night.nights.runSandbox(open).night().failure()).isNull();
        Map<String, String> issued = VisibleFiles.in(reports);

        for (String[] known :
                new String[][] {
                    {"2026-11-23T12:00:00Z", "v1"},
                    {"2026-11-23T17:59:59Z", "v1"},
                    {"2026-11-23T18:00:00Z", "v2"},
                    {"2026-11-23", "v2"}
                }) {
            List<Path> had =
                    night.nights.report(
                            Mode.SANDBOX,
                            open,
                            "settlement-detail",
                            CalendarText.asOf(known[0]),
                            out.resolve(known[0]));

            assertThat(names(had)).contains("settlement-detail." + known[1] + ".csv");
            assertThat(issued)
                    .as(known[0])
                    .containsAllEntriesOf(under("sandbox/2026-11-23/", out.resolve(known[0])));
        }
        assertThatThrownBy(
                        () ->
                                night.nights.report(
                                        Mode.SANDBOX,
                                        open,
                                        "settlement-detail",
                                        Instant.parse("2026-11-23T11:59:59Z"),
                                        out))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessage(
                        "At 2026-11-23T11:59:59Z no report settlement-detail of 2026-11-23 was"
                                + " issued yet; there is one since 2026-11-23T12:00:00Z.");
    }

    @Test
    void areWholeAgainAfterANightThatCameOutTheSame() throws IOException {
        LocalDate open = LocalDate.parse("2026-11-23");
        night.at("2026-11-23T12:00:00Z");
        assertThat(night.nights.runSandbox(open).night().failure()).isNull();
        Map<String, String> files = VisibleFiles.in(reports);
        for (String format : List.of("csv", "json", "manifest.json")) {
            Files.delete(reports.resolve("sandbox/2026-11-23/open-holds.v1." + format));
        }

        assertThat(night.nights.runSandbox(open).night().failure()).isNull();

        assertThat(VisibleFiles.in(reports)).containsAllEntriesOf(files);
    }

    @Test
    void areNotMadeWhereTheNightIssuedNone() {
        night.jdbi.useHandle(
                handle -> handle.execute("delete from issued_report where name = 'suspense'"));

        assertThatThrownBy(() -> night.nights.report(Mode.SANDBOX, DATE, "suspense", null, out))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessage("The night of 2026-11-21 issued no report suspense.");
    }

    @Test
    void replaceThoseOfAnotherDate() throws IOException {
        LocalDate next = LocalDate.parse("2026-11-22");
        List<Path> taken = night.nights.report(Mode.SANDBOX, DATE, "trial-balance", null, out);

        assertThat(night.nights.report(Mode.SANDBOX, next, "trial-balance", null, out))
                .isEqualTo(taken);

        assertThat(out.toFile().list()).containsExactlyInAnyOrderElementsOf(names(taken));
        assertThat(VisibleFiles.in(reports))
                .containsAllEntriesOf(under("sandbox/2026-11-22/", out));
    }

    // ---- looking

    private Optional<ReportCopy> file(String name, String format) {
        return file(DATE, name, format);
    }

    private Optional<ReportCopy> file(LocalDate date, String name, String format) {
        return night.nights.reportFile(Mode.SANDBOX, date, name, format, null);
    }

    private Path folder() {
        return reports.resolve("sandbox/2026-11-21");
    }

    private static Map<String, String> under(String prefix, Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        VisibleFiles.in(folder).forEach((file, content) -> files.put(prefix + file, content));
        return files;
    }

    private static List<String> names(List<Path> files) {
        return files.stream().map(file -> file.getFileName().toString()).toList();
    }
}
