package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.countersign.facade.testkit.Pages;
import dev.countersign.reconcile.testkit.GeneratedFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The page of commands says what the help of each says. */
class CommandsPageTest {

    private static final String HEAD =
            """
            # Commands

            For operators, administrators and developers who work from a shell. This page is made from
            the commands themselves; `--help` of each says the same.

            `countersign` stands for `api-facade/bin/countersign`, which finds a fitting JDK and runs the
            packaged product. Commands run beside a running product and find its servers, keys and
            data by themselves: in the data directory, which is `.countersign` where you are, or
            `$COUNTERSIGN_HOME`. `--database-url` and `--kafka` name other servers, with the login of
            `$PGUSER`, `$PGPASSWORD` and `--kafka-config`.

            A command that works on one book works on the live one, unless `--mode sandbox` or
            `$COUNTERSIGN_MODE` says sandbox; what it answers says which book it shows. What a book holds
            never decides that. A table fits the terminal: texts are wrapped, then details are left out,
            then each row becomes a block of lines. In a pipe or a file nothing is left out.

            A command exits with 0 when it is done, 1 when it failed, 2 after a usage error and 3 when
            it was refused, and says in one sentence why. `serve` exits with 70, or the JVM itself with 3,
            when the virtual machine failed. A command believes the name that it is given;
            where it takes two, both are operators and both type their passwords. Passwords and keys are never options: they stand in the
            environment or in a file.

            """;

    private static final Pattern SHELL = Pattern.compile("(?s)```sh\n(.*?)```");

    /** A line of a block, without what it is followed by as a comment. */
    private static final Pattern SHOWN =
            Pattern.compile("(?m)^(?:api-facade/bin/)?(countersign .*?)(?: +#.*)?$");

    private static final Map<String, List<String>> GROUPS = groups();

    /** Options that so many commands have in the same words are described once. */
    private static final int COMMON = 3;

    private static final List<String> STANDARD = List.of("--help", "--version");

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("Run the product", List.of("serve", "prepare", "migrate", "bench"));
        groups.put("Send traffic", List.of("simulate", "replay"));
        groups.put("Run nights", List.of("job"));
        groups.put("Work on breaks", List.of("breaks"));
        groups.put("Report and close", List.of("report", "ledger", "month", "bank", "fx", "rates"));
        groups.put(
                "Administer",
                List.of(
                        "accounts",
                        "programs",
                        "customers",
                        "funding",
                        "keys",
                        "operators",
                        "pan-keys"));
        groups.put("Audit", List.of("audit"));
        groups.put("Restore", List.of("backup"));
        groups.put("Get help", List.of("help", "version"));
        return groups;
    }

    @Test
    void showsEveryCommandWithItsOptionsAndAnExample() {
        Map<String, CommandSpec> top = subcommands(Main.commandLine().getCommandSpec());
        assertThat(GROUPS.values().stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(top.keySet());

        new GeneratedFile("api-facade", "commands.md").assertIs(page(top));
    }

    @Test
    void everyCommandHasAnExampleThatItUnderstands() {
        List<String> without = new ArrayList<>();
        for (CommandSpec command :
                leaves(subcommands(Main.commandLine().getCommandSpec()).values()).toList()) {
            String name = command.qualifiedName();
            CommandExamples.of(name)
                    .ifPresentOrElse(
                            line ->
                                    assertThatCode(() -> Main.commandLine().parseArgs(words(line)))
                                            .as(line)
                                            .doesNotThrowAnyException(),
                            () -> without.add(name));
        }
        assertThat(without).isEmpty();
    }

    @Test
    void everyExampleIsOfACommand() {
        List<String> names =
                leaves(subcommands(Main.commandLine().getCommandSpec()).values())
                        .map(CommandSpec::qualifiedName)
                        .toList();
        assertThat(CommandExamples.all())
                .hasSameSizeAs(names)
                .allMatch(line -> names.stream().anyMatch(name -> line.startsWith(name)));
    }

    @Test
    void everyCommandThatAPageShowsIsOne() {
        List<String> shown =
                Pages.all().stream()
                        .flatMap(page -> SHELL.matcher(Pages.read(page)).results())
                        .flatMap(block -> SHOWN.matcher(block.group(1)).results())
                        .map(line -> line.group(1).replace("$DAY", "2026-11-21"))
                        .toList();

        assertThat(shown).hasSizeGreaterThan(60);
        assertThat(shown)
                .allSatisfy(
                        line ->
                                assertThatCode(
                                                () ->
                                                        Main.commandLine()
                                                                .parseArgs(
                                                                        Main.withCommand(
                                                                                words(line))))
                                        .as(line)
                                        .doesNotThrowAnyException());
    }

    private static String page(Map<String, CommandSpec> top) {
        List<String> common = common(top);
        StringBuilder page = new StringBuilder(HEAD).append("| Command | What it does |\n|-|-|\n");
        GROUPS.values().stream()
                .flatMap(List::stream)
                .map(top::get)
                .flatMap(CommandsPageTest::leaves)
                .forEach(command -> page.append(line(command)));
        page.append(
                "\n## Options of many commands\n\nA command that takes them names them in its"
                        + " synopsis.\n\n");
        page.append(common.stream().distinct().collect(Collectors.joining("", OPTIONS, "")));
        GROUPS.forEach(
                (title, names) -> {
                    page.append("\n## ").append(title).append('\n');
                    names.stream()
                            .map(top::get)
                            .flatMap(CommandsPageTest::leaves)
                            .forEach(command -> page.append(section(command, common)));
                });
        return page.toString();
    }

    private static final String OPTIONS = "| Option | Meaning |\n|-|-|\n";

    private static String line(CommandSpec command) {
        String name = command.qualifiedName();
        return "| [`%s`](#%s) | %s |\n"
                .formatted(
                        name.replaceFirst("^countersign ", ""),
                        name.replace(' ', '-'),
                        description(command).getFirst().replaceFirst("(?s)\\. .*", "."));
    }

    private static String section(CommandSpec command, List<String> common) {
        StringBuilder section =
                new StringBuilder("\n### " + command.qualifiedName() + "\n\n")
                        .append(String.join("\n\n", description(command)))
                        .append("\n\n```sh\n")
                        .append(CommandExamples.of(command.qualifiedName()).orElse(""))
                        .append("\n```\n\n```\n")
                        .append(synopsis(command))
                        .append("\n```\n");
        List<String> rows =
                Stream.<ArgSpec>concat(
                                command.positionalParameters().stream(), command.options().stream())
                        .filter(CommandsPageTest::isShown)
                        .map(CommandsPageTest::row)
                        .filter(row -> !common.contains(row))
                        .toList();
        if (!rows.isEmpty()) {
            section.append('\n').append(OPTIONS).append(String.join("", rows));
        }
        section.append(footer(command));
        return section.toString();
    }

    /** Text set off in the help is code on the page. */
    private static String footer(CommandSpec command) {
        String footer = plain(command.usageMessage().footer()).strip();
        if (footer.isEmpty()) {
            return "";
        }
        return "\n"
                + Pattern.compile("(?m)((?:^  \\S.*\n?)+)")
                        .matcher(footer + "\n")
                        .replaceAll("\n```\n$1```\n")
                        .replaceAll("(?m)^  ", "");
    }

    private static String synopsis(CommandSpec command) {
        return new CommandLine.Help(
                        command, CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .synopsis(0)
                .strip();
    }

    private static List<String> common(Map<String, CommandSpec> top) {
        Map<String, Long> rows =
                leaves(top.values())
                        .flatMap(command -> command.options().stream())
                        .filter(CommandsPageTest::isShown)
                        .map(CommandsPageTest::row)
                        .collect(
                                Collectors.groupingBy(
                                        row -> row, LinkedHashMap::new, Collectors.counting()));
        return rows.entrySet().stream()
                .filter(row -> row.getValue() >= COMMON)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isShown(ArgSpec argument) {
        return !argument.hidden()
                && !(argument instanceof OptionSpec option
                        && STANDARD.contains(option.longestName()));
    }

    private static String row(ArgSpec argument) {
        return "| `%s`%s | %s |\n"
                .formatted(
                        name(argument).replace("|", "\\|"),
                        argument instanceof OptionSpec && argument.required() ? ", required" : "",
                        plain(argument.description())
                                .strip()
                                .replace("\n", " ")
                                .replace("|", "\\|"));
    }

    private static String name(ArgSpec argument) {
        if (argument instanceof PositionalParamSpec) {
            return argument.paramLabel();
        }
        OptionSpec option = (OptionSpec) argument;
        String name =
                option.negatable()
                        ? "--[no-]" + option.longestName().substring(2)
                        : option.longestName();
        return option.arity().max() == 0 ? name : name + " " + label(option);
    }

    /** The label of an option; its name where the command gives none, as picocli does. */
    private static String label(OptionSpec option) {
        String label = option.paramLabel();
        return label.startsWith("<")
                ? label.substring(1, label.length() - 1).toUpperCase(Locale.ROOT)
                : label;
    }

    private static List<String> description(CommandSpec command) {
        return Arrays.stream(command.usageMessage().description())
                .map(CommandsPageTest::plain)
                .map(String::strip)
                .filter(paragraph -> !paragraph.isEmpty())
                .toList();
    }

    private static String plain(String... lines) {
        return String.join("\n", lines).replace("%n", "\n").replace("%%", "%");
    }

    private static Map<String, CommandSpec> subcommands(CommandSpec command) {
        Map<String, CommandSpec> below = new LinkedHashMap<>();
        command.subcommands()
                .forEach((name, subcommand) -> below.put(name, subcommand.getCommandSpec()));
        return below;
    }

    private static Stream<CommandSpec> leaves(Iterable<CommandSpec> commands) {
        List<CommandSpec> leaves = new ArrayList<>();
        commands.forEach(command -> leaves(command).forEach(leaves::add));
        return leaves.stream();
    }

    private static Stream<CommandSpec> leaves(CommandSpec command) {
        return command.subcommands().isEmpty()
                ? Stream.of(command)
                : leaves(subcommands(command).values());
    }

    /** As a shell reads the line, without the name of the program. */
    private static String[] words(String line) {
        return Pattern.compile("['\"]([^'\"]*)['\"]|(\\S+)")
                .matcher(line)
                .results()
                .map(CommandsPageTest::word)
                .skip(1)
                .toArray(String[]::new);
    }

    private static String word(MatchResult word) {
        return word.group(1) == null ? word.group(2) : word.group(1);
    }
}
