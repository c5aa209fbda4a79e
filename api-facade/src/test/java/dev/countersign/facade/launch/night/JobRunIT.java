package dev.countersign.facade.launch.night;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.Main;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.TestPostgres;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** With which date books begin, as whoever runs their first night is told. */
class JobRunIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path home;

    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    @BeforeEach
    void begin() {
        POSTGRES.recreate();
    }

    @Test
    void tellsThatTheOtherBooksMayHaveBeenMeant() throws Exception {
        runs("live", today.minusYears(10), 3, "these books cannot begin before");
        runs("live", today.minusDays(2), 0, "Nothing was ever recorded in mode live");
    }

    @Test
    void tellsWhatHasToBeRunWhereBooksBeginBeforeTheirFirstMessage() throws Exception {
        LocalDate first = today.minusDays(3);
        TrafficSimulator traffic =
                new TrafficSimulator(
                        SimulatedCards.issue(POSTGRES.dataSource(), 2),
                        Traffic.overDays(1, first, 1, 20, 0));
        List<SimulatedMessage> messages = Stream.generate(traffic::next).limit(20).toList();
        try (SettledFeed feed = new SettledFeed(POSTGRES, home)) {
            feed.read(messages);
        }

        runs("sandbox", today.minusDays(1), 3, "cannot be run before " + first + " is complete");
        runs(
                "sandbox",
                first.minusDays(1),
                0,
                "before " + first + ", when the first message was",
                "Night 1 of " + first.minusDays(1) + ", sandbox book: completed",
                "Proved. Remainder: none, nothing was settled. Breaks: none.");
        runs("sandbox", today.minusDays(1), 3, "cannot be run before " + first + " is complete");
    }

    @Test
    void endsWithWhatCameOfTheNight() throws Exception {
        LocalDate date = today.minusDays(4);
        TrafficSimulator traffic =
                new TrafficSimulator(
                        SimulatedCards.issue(POSTGRES.dataSource(), 20),
                        Traffic.overDays(1, date, 1, 400, 0));
        try (SettledFeed feed = new SettledFeed(POSTGRES, home)) {
            feed.read(Stream.generate(traffic::next).limit(400).toList());
        }

        String output = runs("sandbox", date, 0, "Night 1 of " + date);

        assertThat(output.lines().toList().getLast())
                .matches("Proved\\. Remainder: 0\\.00 EUR\\. Breaks: ([0-9]+ [a-z]+(, )?)+\\.");
        assertThat(command(Map.of(), 0, "ledger", "trial-balance", "--mode=sandbox"))
                .startsWith("Trial balance of the sandbox book, with all that is booked\n")
                .containsPattern("2010 +network settlement +EUR ");
        assertThat(output.lines().filter(line -> line.startsWith("settle ")))
                .singleElement()
                .asString()
                .matches("settle +completed +[0-9]+ +[0-9]+ +[0-9]+");
    }

    @Test
    void showsTheBookThatIsNamedAndNeverChoosesOne() throws Exception {
        runs("sandbox", today.minusDays(3), 0, "sandbox book: completed");

        assertThat(command(Map.of(), 0, "ledger", "trial-balance"))
                .startsWith("Trial balance of the live book, with all that is booked\n");
        assertThat(
                        command(
                                Map.of("COUNTERSIGN_MODE", "sandbox"),
                                0,
                                "ledger",
                                "trial-balance",
                                "--as-of=" + today))
                .startsWith("Trial balance of the sandbox book, at the end of " + today);
        assertThat(command(Map.of(), 3, reportOf(today.minusDays(3))))
                .contains("is not complete in mode live; in mode sandbox it is.");
        assertThat(command(Map.of("COUNTERSIGN_MODE", "sandbox"), 0, "job", "list"))
                .startsWith("Nights of the sandbox book\n");
    }

    @Test
    void rendersAWorkbookForWhoeverAsksForOne() throws Exception {
        LocalDate date = today.minusDays(3);
        runs("sandbox", date, 0, "sandbox book: completed");
        Map<String, String> sandbox = Map.of("COUNTERSIGN_MODE", "sandbox");

        assertThat(command(sandbox, 0, reportOf(date, "settlement-proof", "--format=xlsx")))
                .contains("settlement-proof.v1.xlsx");
        assertThat(home.resolve("out")).isDirectoryContaining("glob:**/settlement-proof.v1.xlsx");
        assertThat(command(sandbox, 2, reportOf(date, "camt053", "--format=xlsx")))
                .contains("There is no report camt053 as xlsx");
    }

    private String[] reportOf(LocalDate date) {
        return reportOf(date, "settlement-proof");
    }

    private String[] reportOf(LocalDate date, String name, String... options) {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addFirst("--out=" + home.resolve("out"));
        arguments.addFirst("--business-date=" + date);
        arguments.addFirst(name);
        arguments.addFirst("report");
        return arguments.toArray(String[]::new);
    }

    private String runs(String mode, LocalDate date, int exitCode, String... said)
            throws Exception {
        String output =
                command(
                        Map.of(),
                        exitCode,
                        "job",
                        "run",
                        "nightly",
                        "--business-date=" + date,
                        "--mode=" + mode);
        assertThat(output).contains(said);
        return output;
    }

    private String command(Map<String, String> settings, int exitCode, String... arguments)
            throws Exception {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("COUNTERSIGN_HOME", home.toString());
        environment.put("PGUSER", TestPostgres.server().application().user());
        environment.put("PGPASSWORD", TestPostgres.server().application().password());
        List<String> complete = new ArrayList<>(List.of(arguments));
        complete.add("--database-url=" + POSTGRES.address());
        try (ChildJvm command =
                ChildJvm.run(environment, Main.class, complete.toArray(String[]::new))) {
            String output = command.output();
            assertThat(command.exitCode()).as(output).isEqualTo(exitCode);
            return output;
        }
    }
}
