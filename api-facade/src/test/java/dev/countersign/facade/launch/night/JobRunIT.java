package dev.countersign.facade.launch.night;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.Main;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.NightLeaseTime;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** With which date books begin, as whoever runs their first night is told. */
class JobRunIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension KILLED = new PostgresExtension().named("killed");

    @TempDir Path home;

    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    @BeforeEach
    void begin() {
        POSTGRES.empty();
    }

    @Test
    void tellsThatTheOtherBooksMayHaveBeenMeant() throws Exception {
        runs("live", today.minusYears(10), 3, "this book cannot begin before");
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

        assertThat(command(Map.of(), 3, "job", "run", "nightly", "--business-date=" + first))
                .startsWith(
                        "The live book would begin with an empty "
                                + first
                                + ", for good: say --mode live, or --mode sandbox, which has records.");
        runs("sandbox", today.minusDays(1), 3, "cannot be run before " + first + " is complete");
        runs(
                "sandbox",
                first.minusDays(1),
                0,
                "before its first message of " + first,
                "Night 1 of " + first.minusDays(1) + ", sandbox book: completed",
                "Proved. Remainder: none, nothing was settled. Breaks: none.");
        runs("sandbox", today.minusDays(1), 3, "cannot be run before " + first + " is complete");
    }

    @Test
    void endsWithWhatCameOfTheNight() throws Exception {
        LocalDate date = today.minusDays(4);
        feed(POSTGRES, date);
        feed(KILLED, date);

        String output = runs("sandbox", date, 0, "Night 1 of " + date);

        assertThat(output.lines().toList().getLast())
                .matches("Proved\\. Remainder: 0\\.00 EUR\\. Breaks: ([0-9]+ [a-z]+(, )?)+\\.");
        assertThat(command(Map.of(), 0, "ledger", "trial-balance", "--mode=sandbox"))
                .startsWith("Trial balance of the sandbox book, with all that is booked\n")
                .containsPattern("2010 +network settlement +EUR ");
        assertThat(output.lines().filter(line -> line.startsWith("settle ")))
                .singleElement()
                .asString()
                .matches("settle +completed +[0-9]+ +[0-9]+ +[0-9]+ +-");
        issuesTheSameReportsWhereItIsKilledAndRunAgain(date);
    }

    private void feed(PostgresExtension book, LocalDate date) {
        TrafficSimulator traffic =
                new TrafficSimulator(
                        SimulatedCards.issue(book.dataSource(), 20),
                        Traffic.overDays(1, date, 1, 400, 0));
        try (SettledFeed feed = new SettledFeed(book, home)) {
            feed.read(Stream.generate(traffic::next).limit(400).toList());
        }
    }

    private void issuesTheSameReportsWhereItIsKilledAndRunAgain(LocalDate date) throws Exception {
        Path other = Files.createDirectory(home.resolve("killed"));
        String[] run = {"job", "run", "nightly", "--business-date=" + date, "--mode=sandbox"};
        try (ChildJvm killed = start(KILLED, other, Map.of(), run)) {
            Patience.until(
                    () ->
                            KILLED.number(
                                            "select count(*) from batch_step_execution where"
                                                    + " status = 'COMPLETED'")
                                    > 1);
            killed.kill();
        }
        assertThat(KILLED.texts("select state from night")).containsExactly("running");
        NightLeaseTime.runsOut(KILLED.dataSource());

        assertThat(command(KILLED, other, Map.of(), 0, run)).contains("sandbox book: completed");

        assertThat(KILLED.texts("select state from night")).containsExactly("completed");
        assertThat(files(other.resolve("reports")))
                .isNotEmpty()
                .isEqualTo(files(home.resolve("reports")));
    }

    /** Reads all files below a directory, by their names there. */
    private static Map<String, String> files(Path directory) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(directory.relativize(file).toString(), Files.readString(file));
            }
        }
        return files;
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
                .startsWith("Trial balance of the sandbox book, at the end of " + today)
                .contains("The night of " + today + " is not complete: this is what is booked by");
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
        return command(POSTGRES, home, settings, exitCode, arguments);
    }

    private static ChildJvm start(
            PostgresExtension book,
            Path directory,
            Map<String, String> settings,
            String... arguments)
            throws IOException {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("COUNTERSIGN_HOME", directory.toString());
        environment.put("PGUSER", TestPostgres.server().application().user());
        environment.put("PGPASSWORD", TestPostgres.server().application().password());
        List<String> complete = new ArrayList<>(List.of(arguments));
        complete.add("--database-url=" + book.address());
        return ChildJvm.run(environment, Main.class, complete.toArray(String[]::new));
    }

    private static String command(
            PostgresExtension book,
            Path directory,
            Map<String, String> settings,
            int exitCode,
            String... arguments)
            throws Exception {
        try (ChildJvm command = start(book, directory, settings, arguments)) {
            String output = command.output();
            assertThat(command.exitCode()).as(output).isEqualTo(exitCode);
            return output;
        }
    }
}
