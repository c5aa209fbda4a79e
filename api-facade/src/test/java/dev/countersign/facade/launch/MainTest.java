package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

    @Test
    void servesWhereNoSubcommandIsNamed() {
        assertThat(Main.withCommand()).containsExactly("serve");
        assertThat(Main.withCommand("--roles=api")).containsExactly("serve", "--roles=api");
        assertThat(Main.withCommand("--help")).containsExactly("--help");
        assertThat(Main.withCommand("job", "list")).containsExactly("job", "list");
    }

    @Test
    void helpAndVersionAreCommandsToo() {
        assertThat(Main.withCommand("help")).containsExactly("--help");
        assertThat(Main.withCommand("help", "job", "run")).containsExactly("job", "run", "--help");
        assertThat(Main.withCommand("job", "help")).containsExactly("job", "--help");
        assertThat(Main.withCommand("report", "help")).containsExactly("report", "help");
        assertThat(Main.withCommand("version")).containsExactly("--version");
        assertThat(said("--help")).contains("  help ", "  version ");
    }

    @Test
    void answersAUsageErrorWith2() {
        assertThat(execute("serve", "--roles=kitchen")).isEqualTo(2);
        assertThat(execute("serve", "--fast")).isEqualTo(2);
        assertThat(execute("dance")).isEqualTo(2);
    }

    @Test
    void guessesAnOptionThatWasMistyped() {
        assertThat(said("simulate", "--crads", "3"))
                .startsWith("There is no option '--crads': did you mean --cards?");
        assertThat(said("simulate", "--crads=3")).contains("did you mean --cards?");
        assertThat(said("simulate", "--entirely-different"))
                .startsWith("There is no option '--entirely-different'.")
                .doesNotContain("did you mean");
    }

    /** Before anything is issued, read or sent. */
    @Test
    void refusesAFeedThatCannotBeMadeOrWritten(@TempDir Path directory) {
        assertThat(said("simulate", "--messages", "99999999999"))
                .startsWith("--messages must be 1 to 1000000000");
        assertThat(said("simulate", "--days", "2000000000")).startsWith("--days must be 1 to");
        assertThat(said("simulate", "--truth", directory.toString()))
                .startsWith("--truth must name a file: " + directory + " is a directory");
        assertThat(said("simulate", "--to", directory.resolve("no/feed.jsonl").toString()))
                .startsWith("--to must name a file in a directory that exists");
    }

    @Test
    void saysThatNoCommandServes() {
        assertThat(said("--help")).contains("[COMMAND]", "Without a command it runs serve.");
    }

    @Test
    void everySubcommandExplainsItself() {
        Main.commandLine()
                .getSubcommands()
                .forEach(
                        (name, command) -> {
                            assertThat(execute(name, "--help")).as(name).isZero();
                            for (String inner : command.getSubcommands().keySet()) {
                                assertThat(execute(name, inner, "--help"))
                                        .as(name + " " + inner)
                                        .isZero();
                            }
                        });
    }

    @Test
    void saysItsVersion() {
        assertThat(said("--version")).matches("(?s)Countersign \\d+\\.\\d+.*");
        assertThat(said("keys", "list", "--version")).startsWith("Countersign ");
    }

    @Test
    void saysHowADateIsWritten() {
        assertThat(said("job", "run", "nightly", "--business-date", "yesterday"))
                .contains("'yesterday' is not a date such as 2026-11-21")
                .doesNotContain("java.");
    }

    @Test
    void saysHowAMonthIsWritten() {
        assertThat(said("month", "show", "2024-13"))
                .contains("'2024-13' is not a month such as 2026-11")
                .doesNotContain("java.");
    }

    private static String said(String... arguments) {
        var text = new StringWriter();
        var sink = new PrintWriter(text);
        var unused = Main.commandLine(arguments[0]).setOut(sink).setErr(sink).execute(arguments);
        sink.flush();
        return text.toString();
    }

    private static int execute(String... arguments) {
        var sink = new PrintWriter(new StringWriter());
        return Main.commandLine(arguments[0]).setOut(sink).setErr(sink).execute(arguments);
    }
}
