package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jdbi.v3.core.ConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Messages of a command that could not be carried out. */
class CommandFailureTest {

    @Test
    void namesTheFileThatCouldNotBeUsed() {
        IOException taken = new FileAlreadyExistsException("/etc/passwd");

        assertThat(explained(new UncheckedIOException(taken)))
                .startsWith("/etc/passwd cannot be used: ");
    }

    @Test
    void saysThatAFileIsNoText(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("feed.jsonl"), new byte[] {(byte) 0xff, '\n'});

        assertThat(replay(file)).isEqualTo("The file is no text in UTF-8.\n");
    }

    @Test
    void asksForAFileInThePlaceOfAFolder(@TempDir Path directory) {
        assertThat(replay(directory)).startsWith("There is no readable file " + directory + ".");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "57P03 | The database is starting or stopping: try again in a moment.",
                "57P01 | The database is starting or stopping: try again in a moment.",
                "08006 | The database does not answer: check its address",
                "40P01 | The servers could not do that now (said by the server): try again",
                "53300 | The servers could not do that now (said by the server): try again",
            })
    void saysOfADatabaseThatIsAwayWhatToDo(String state, String sentence) {
        SQLException away = new SQLException("said by the server", state);

        assertThat(explained(new ConnectionException(away))).startsWith(sentence);
    }

    @Test
    void saysOfABrokerThatIsAwayWhatToDo() {
        assertThat(
                        explained(
                                new IllegalStateException(
                                        "not all messages reached the feed",
                                        new TimeoutException("Topic not present in metadata"))))
                .startsWith("The broker does not answer: check its address")
                .hasLineCount(1);
    }

    private static String explained(Exception failure) {
        var text = new StringWriter();
        CommandLine command = Main.commandLine().setErr(new PrintWriter(text, true));
        int code = CommandFailure.explain(failure, command, command.parseArgs("audit"));
        assertThat(code).isEqualTo(CommandLine.ExitCode.SOFTWARE);
        return text.toString().strip();
    }

    private static String replay(Path file) {
        var text = new StringWriter();
        CommandLine command = Main.commandLine().setErr(new PrintWriter(text, true));
        int code = command.execute("replay", file.toString());
        assertThat(code).isNotZero();
        return text.toString().replace(System.lineSeparator(), "\n");
    }
}
