package dev.countersign.facade.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.testkit.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The README and other pages, by their sections, and a shell in which its blocks are run as they
 * are written.
 */
public final class Readme {

    private static final Path FILE = Path.of("..", "README.md");
    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final String HOME = "COUNTERSIGN_HOME";
    private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)\n *```", Pattern.DOTALL);
    private static final Pattern HEADING = Pattern.compile("\n###? ");

    private Readme() {}

    /** The text of a section. */
    public static String section(String title) {
        return section(FILE, "## " + title);
    }

    private static String section(Path page, String heading) {
        String text = Pages.read(page);
        int begin = text.indexOf("\n" + heading + "\n");
        assertThat(begin).as("%s has the section %s", page, heading).isPositive();
        Matcher next = HEADING.matcher(text);
        return text.substring(
                begin, next.find(begin + 1 + heading.length()) ? next.start() : text.length());
    }

    /** The commands of a section, but for those that build, which Maven does before a test. */
    public static String commands(String title) {
        return commands(FILE, "## " + title);
    }

    /**
     * The same of another page.
     *
     * @param heading of the section, as it is written
     */
    public static String commands(Path page, String heading) {
        return commandLines(section(page, heading))
                .filter(Predicate.not(line -> line.startsWith("mvn ")))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** Those of a step of a list are indented. */
    private static Stream<String> commandLines(String section) {
        return BLOCK.matcher(section)
                .results()
                .flatMap(block -> block.group(1).stripIndent().lines());
    }

    /**
     * Runs commands in a clone of their own.
     *
     * @param clone an empty directory
     * @param data the data directory of the product, elsewhere; null where it is in the clone
     * @return what they print
     */
    public static String run(String commands, Path clone, @Nullable Path data)
            throws IOException, InterruptedException {
        return run(commands, clone, data == null ? Map.of() : Map.of(HOME, data.toString()));
    }

    /**
     * The same.
     *
     * @param environment what is set in the shell before
     */
    public static String run(String commands, Path clone, Map<String, String> environment)
            throws IOException, InterruptedException {
        Files.createSymbolicLink(clone.resolve(MODULE.getFileName()), MODULE);
        ProcessBuilder shell = new ProcessBuilder("bash", "-eu", "-c", commands);
        shell.directory(clone.toFile()).redirectErrorStream(true);
        shell.environment().remove(HOME);
        shell.environment().put("JAVA_TOOL_OPTIONS", String.join(" ", ChildJvm.BRIEF));
        shell.environment().putAll(environment);
        Process process = shell.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /**
     * Reads the line that starts a second instance as a shell and Maven do.
     *
     * @param user the home directory of who starts it
     * @return the data directory, and the arguments
     */
    public static List<String> secondInstance(Path user) throws IOException, InterruptedException {
        String line =
                commandLines(section("Quickstart"))
                        .filter(each -> each.startsWith(HOME + "="))
                        .collect(Collectors.joining());
        ProcessBuilder shell =
                new ProcessBuilder(
                        "bash",
                        "-euc",
                        "mvn() { printf '%s\n' \"$" + HOME + "\" \"${@: -1}\"; }\n" + line);
        shell.environment().put("HOME", user.toString());
        Process process = shell.redirectErrorStream(true).start();
        List<String> words =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
        assertThat(process.waitFor()).as("%s", words).isZero();
        String arguments = "-Dspring-boot.run.arguments=";
        assertThat(words).hasSize(2).last().asString().startsWith(arguments);
        return Stream.concat(
                        Stream.of(words.getFirst()),
                        Stream.of(words.getLast().substring(arguments.length()).split(" ")))
                .toList();
    }

    /** True where a program is installed. */
    public static boolean runs(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
