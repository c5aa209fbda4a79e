package dev.countersign.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The packaged benchmark at its smallest, as its user starts it. */
class BenchIT {

    @TempDir Path scratch;

    @Test
    void showsEachGoalToProgramsWritesItsPageAndLeavesNothingBehind() throws Exception {
        Path servers = Files.createDirectory(scratch.resolve("servers"));
        Path page = scratch.resolve("report.html");

        ProcessOutput said =
                run(servers, "totals", "settlement", "--format", "json", "--html", page.toString());

        assertThat(said.exit()).as(said.err()).isZero();
        List<Map<String, Object>> goals =
                JsonMapper.shared().readValue(said.out(), new TypeReference<>() {});
        assertThat(goals)
                .extracting(goal -> goal.get("name"))
                .containsExactly(
                        "plain_night_to_statements", "settlement_to_update", "totals_to_group_by");
        assertThat(goals)
                .allSatisfy(
                        goal ->
                                assertThat(goal)
                                        .containsOnlyKeys(
                                                "name", "value", "goal", "later", "verdict",
                                                "spread"));
        assertThat(Files.readString(page)).contains("<svg", "totals_to_group_by");
        nothingIsLeftIn(servers);
    }

    @Test
    void showsPeopleWhereItRanWhoTookPartAndWhatCameOut() throws Exception {
        Path servers = Files.createDirectory(scratch.resolve("servers"));

        ProcessOutput said = run(servers, "totals");

        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.out())
                .contains("machine: ", "fsync=on", "plain statements: ", "MEASUREMENT", "VERDICT");
        assertThat(said.err())
                .contains("Starting PostgreSQL and Kafka", "night of 500: turn 1 of 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    mixed | mixed_to_plain
                    book | own_limits_to_plain_book replaced_to_plain_book long_card_to_plain_book
                    writes | create_card_to_jdbc writes_p99_to_quiet
                    history night | history_to_empty history_decision_bytes mixed_night_to_statements
                    """)
    void racesEndToEndInTheSmall(String races, String figures) throws Exception {
        Path servers = Files.createDirectory(scratch.resolve("servers"));

        ProcessOutput said = run(servers, races.split(" "));

        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.out()).contains(figures.split(" ")).contains("Not of this run: ");
        nothingIsLeftIn(servers);
    }

    @Test
    void looksAtEveryPageOfTheConsole() throws Exception {
        Path servers = Files.createDirectory(scratch.resolve("servers"));

        ProcessOutput said = run(servers, "console");

        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.out()).contains("steepest_page_large_to_small");
        nothingIsLeftIn(servers);
    }

    @Test
    void growsBatchesPartitionsCardsAndOldTransactionsOneAtATime() throws Exception {
        Path servers = Files.createDirectory(scratch.resolve("servers"));

        ProcessOutput said = run(servers, "growth");

        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.out())
                .contains(
                        "night_large_to_small",
                        "beside 1000 old transactions",
                        "500 messages in a batch",
                        "4 partitions",
                        "write-ahead log of the database",
                        "100 cards");
        nothingIsLeftIn(servers);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    speed        | 'speed' is none of decisions, latency
                    totals micro | The microbenchmarks run alone
                    --format xml | 'xml' is none of table, json, csv
                    --cards 10   | --cards: at least 1000 are needed
                    --turns 0    | --turns: at least 1 are needed
                    --html /     | --html: / is a directory
                    --html /proc/page | --html: /proc/page cannot be written
                    """)
    void saysWhatIsWrongBeforeItStartsAnything(String words, String sentence) throws Exception {
        Path servers = Files.createDirectory(scratch.resolve("servers"));

        ProcessOutput said = run(servers, words.split(" "));

        assertThat(said.exit()).as(said.err()).isEqualTo(2);
        assertThat(said.err()).contains(sentence).endsWith("--help' tells more.\n");
        assertThat(said.err().lines()).hasSize(2);
        nothingIsLeftIn(servers);
    }

    @Test
    void leavesNothingBehindWhenItIsInterrupted() throws Exception {
        Path servers = Files.createDirectory(scratch.resolve("servers"));
        Process process = start(servers, "totals");
        try (BufferedReader err = process.errorReader()) {
            for (String line = err.readLine();
                    line != null && !line.startsWith("night of 500: turn");
                    line = err.readLine()) {
                assertThat(process.isAlive()).isTrue();
            }
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
            assertThat(process.waitFor()).isNotZero();
        }
        nothingIsLeftIn(servers);
    }

    private static void nothingIsLeftIn(Path servers) throws IOException {
        try (Stream<Path> files = Files.list(servers)) {
            assertThat(files).isEmpty();
        }
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            assertThat(
                            all.filter(
                                    each ->
                                            each.info()
                                                    .commandLine()
                                                    .orElse("")
                                                    .contains(servers.toString())))
                    .isEmpty();
        }
    }

    private record ProcessOutput(int exit, String out, String err) {}

    private ProcessOutput run(Path servers, String... arguments) throws Exception {
        Path out = scratch.resolve("out.txt");
        Path err = scratch.resolve("err.txt");
        Process process =
                command(servers, arguments)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        int exit = process.waitFor();
        return new ProcessOutput(exit, Files.readString(out), Files.readString(err));
    }

    private static Process start(Path servers, String... arguments) throws IOException {
        return command(servers, arguments).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static ProcessBuilder command(Path servers, String... arguments) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "../bin/countersign",
                                "bench",
                                "--tiny",
                                "--directory",
                                servers.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }
}
