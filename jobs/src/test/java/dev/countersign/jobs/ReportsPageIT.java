package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.jobs.report.Reports;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page about the reports has each of them, and each of its columns. */
class ReportsPageIT {

    private static final Path PAGE = Path.of("docs", "reports.md");
    private static final Pattern COLUMN = Pattern.compile("\\| `(\\w+)` \\| .+ \\|");

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    @Test
    void hasEachColumnOfEachReportInItsOrder() throws IOException {
        NightRun night = new NightRun(POSTGRES, reports);
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");

        Map<String, List<String>> issued = new TreeMap<>();
        for (String name : Reports.NAMES) {
            issued.put(name, columns(reports.resolve("sandbox/2026-11-21/" + name + ".v1.csv")));
        }

        assertThat(described()).containsExactlyInAnyOrderEntriesOf(issued);
    }

    @Test
    void namesEachAccountOfTheLedger() throws IOException {
        Pattern account = Pattern.compile("\\| (\\d{4}) \\| .+ \\| .+ \\|");

        assertThat(Files.readAllLines(PAGE))
                .filteredOn(line -> account.matcher(line).matches())
                .extracting(line -> line.substring(2, 6))
                .containsExactlyElementsOf(
                        Arrays.stream(LedgerAccount.values()).map(LedgerAccount::code).toList());
    }

    /** Money is there twice, and described once. */
    private static List<String> columns(Path csv) throws IOException {
        if (!Files.exists(csv)) {
            return List.of();
        }
        List<String> header = List.of(Files.readAllLines(csv).getFirst().split(",", -1));
        return header.stream()
                .filter(
                        column ->
                                !column.endsWith("_minor")
                                        || !header.contains(column.replaceFirst("_minor$", "")))
                .toList();
    }

    private static Map<String, List<String>> described() throws IOException {
        Map<String, List<String>> described = new TreeMap<>();
        List<String> columns = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("## ")) {
                columns = new ArrayList<>();
                described.put(line.substring(3), columns);
            }
            Matcher column = COLUMN.matcher(line);
            if (column.matches()) {
                columns.add(column.group(1));
            }
        }
        return described;
    }
}
