package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What a command says that could not be carried out. */
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
}
