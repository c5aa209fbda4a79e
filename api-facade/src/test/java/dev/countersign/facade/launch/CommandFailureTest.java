package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Messages of a command that could not be carried out. */
class CommandFailureTest {

    @Test
    void namesTheFileThatCouldNotBeUsed() {
        IOException taken = new FileAlreadyExistsException("/etc/passwd");
        var text = new StringWriter();
        CommandLine command = Main.commandLine().setErr(new PrintWriter(text, true));

        int code =
                CommandFailure.explain(
                        new UncheckedIOException(taken), command, command.parseArgs("audit"));

        assertThat(code).isEqualTo(CommandLine.ExitCode.SOFTWARE);
        assertThat(text.toString()).startsWith("/etc/passwd cannot be used: ");
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

    private static String replay(Path file) {
        var text = new StringWriter();
        CommandLine command = Main.commandLine().setErr(new PrintWriter(text, true));
        int code = command.execute("replay", file.toString());
        assertThat(code).isNotZero();
        return text.toString().replace(System.lineSeparator(), "\n");
    }
}
