package dev.countersign.facade.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.springframework.core.io.ClassPathResource;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * One example of each command: a line of {@code examples.txt}, as an operator types it. The help of
 * a command shows it below its options, and the page of commands does too.
 */
final class CommandExamples {

    private static final String FILE = "examples.txt";

    private CommandExamples() {}

    /** The example of a command. */
    static Optional<String> of(String qualifiedName) {
        return all().stream()
                .filter(line -> (line + " ").startsWith(qualifiedName + " "))
                .findFirst();
    }

    static List<String> all() {
        try {
            return new ClassPathResource(FILE, CommandExamples.class)
                    .getContentAsString(StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Has the help of a command and of those below it end with an example. */
    static void showBelow(CommandLine command) {
        command.getHelpSectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_FOOTER,
                        help ->
                                help.commandSpec().subcommands().isEmpty()
                                        ? help.footer()
                                                + section(help.commandSpec().qualifiedName())
                                        : help.footer());
        command.getSubcommands().values().forEach(CommandExamples::showBelow);
    }

    private static String section(String qualifiedName) {
        return of(qualifiedName)
                .map(line -> String.join(System.lineSeparator(), "", "Example:", "  " + line, ""))
                .orElse("");
    }
}
