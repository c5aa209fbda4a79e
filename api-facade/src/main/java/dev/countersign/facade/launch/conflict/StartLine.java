package dev.countersign.facade.launch.conflict;

import dev.countersign.facade.local.ShellText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The command line that a process was started with, to be given again with other settings.
 *
 * @param program such as {@code api-facade/bin/countersign}, or {@code mvn -q spring-boot:run}
 * @param arguments what follows {@code serve}
 * @param home the data directory that the environment names; null for the usual one
 */
public record StartLine(String program, List<String> arguments, @Nullable Path home) {

    private static final String LAUNCHER = "COUNTERSIGN_LAUNCHER";
    private static final String USUAL = "countersign";
    private static final String MAVEN = "mvn";
    private static final String SERVE = "serve";

    /** The line of this process. */
    public static StartLine ofThisProcess(List<String> arguments) {
        String home = System.getenv("COUNTERSIGN_HOME");
        return new StartLine(
                launcher(), arguments, home == null || home.isBlank() ? null : Path.of(home));
    }

    /** The program that a person starts here. */
    public static String launcher() {
        String launcher = System.getenv(LAUNCHER);
        return launcher == null || launcher.isBlank() ? USUAL : launcher;
    }

    /** The program that runs commands here, which Maven does not. */
    public static String commandLauncher() {
        return launcher().startsWith(MAVEN) ? "api-facade/bin/countersign" : launcher();
    }

    /** The same line in another data directory. */
    StartLine in(Path other) {
        return new StartLine(program, arguments, other);
    }

    /**
     * The same line with other values of some settings.
     *
     * @param settings by their names
     */
    StartLine with(Map<String, Integer> settings) {
        List<String> kept = new ArrayList<>();
        for (String argument : arguments) {
            String name = argument.replaceFirst("^--", "").replaceFirst("=.*", "");
            if (!settings.containsKey(name)) {
                kept.add(argument);
            }
        }
        settings.forEach((name, value) -> kept.add("--" + name + "=" + value));
        return new StartLine(program, kept, home);
    }

    /** As a shell reads it. */
    String text() {
        String environment =
                home == null ? "" : "COUNTERSIGN_HOME=" + ShellText.quoted(home.toString()) + " ";
        return environment + (program.startsWith(MAVEN) ? throughMaven() : directly());
    }

    private String directly() {
        return Stream.concat(Stream.of(program, SERVE), arguments.stream())
                .map(ShellText::quoted)
                .collect(Collectors.joining(" "));
    }

    /** Maven takes all arguments as one, and reads them as a shell does. */
    private String throughMaven() {
        if (arguments.isEmpty()) {
            return program;
        }
        String all = arguments.stream().map(ShellText::quoted).collect(Collectors.joining(" "));
        return program + " -Dspring-boot.run.arguments=" + inDoubleQuotes(all);
    }

    private static String inDoubleQuotes(String text) {
        return text.contains(" ") || text.contains("'")
                ? "\"" + text.replaceAll("([\\\\\"$`])", "\\\\$1") + "\""
                : text;
    }
}
