package dev.countersign.facade.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.Pages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages of the documentation lead to where they say, and each says for whom it is. */
class PagesTest {

    private static final Path README = Pages.ROOT.resolve("README.md");
    private static final int README_LINES_MAX = 180;

    private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern SHELL =
            Pattern.compile("(?ms)^ *```(?:sh|bash|shell)$(.*?)^ *```$");
    private static final Pattern CONTINUED = Pattern.compile("\\\\\n\\s*");
    private static final Pattern LAUNCHER = Pattern.compile("bin/countersign ");
    private static final Pattern DEFINED = Pattern.compile("(?m)^ *(\\w+)\\(\\) \\{");
    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Z_]+=.*");

    /** The programs that the pages call, and the shell's own words. */
    private static final Set<String> COMMANDS =
            Set.of(
                    "countersign",
                    "api-facade/bin/countersign",
                    "mvn",
                    "curl",
                    "docker",
                    "psql",
                    "kafka-console-consumer.sh",
                    "mkdir",
                    "ln",
                    "cd",
                    "echo",
                    "export",
                    "set",
                    "umask",
                    "for",
                    "until",
                    ".",
                    ":",
                    "}");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    @Test
    void everyLinkLeadsToAFileAndAHeading() {
        List<String> broken = new ArrayList<>();
        for (Path page : Pages.all()) {
            Matcher links = LINK.matcher(FENCE.matcher(Pages.read(page)).replaceAll(""));
            while (links.find()) {
                if (!links.group(1).matches("https?://.*") && !leads(page, links.group(1))) {
                    broken.add(Pages.ROOT.relativize(page) + ": " + links.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyPageSaysForWhomItIs() {
        assertThat(Pages.all().stream().filter(page -> page.getParent().endsWith("docs")))
                .hasSizeGreaterThan(10)
                .allSatisfy(page -> assertThat(paragraph(page)).startsWith("For "));
    }

    private static String paragraph(Path page) {
        return Pages.read(page).split("\n\n", -1)[1];
    }

    @Test
    void theReadmeIsForSomebodyWhoHasTwoMinutes() {
        assertThat(Pages.read(README).lines()).hasSizeLessThanOrEqualTo(README_LINES_MAX);
    }

    @Test
    void everyPageIsReachedFromTheReadme() {
        List<Path> reached = new ArrayList<>(List.of(README));
        for (int at = 0; at < reached.size(); at++) {
            Path page = reached.get(at);
            Matcher links = LINK.matcher(FENCE.matcher(Pages.read(page)).replaceAll(""));
            while (links.find()) {
                Path target = target(page, links.group(1));
                if (Files.isRegularFile(target)
                        && target.toString().endsWith(".md")
                        && !reached.contains(target)) {
                    reached.add(target);
                }
            }
        }
        assertThat(reached)
                .containsAll(
                        Pages.all().stream()
                                .filter(page -> !page.toString().contains("/adr/"))
                                .toList());
    }

    @Test
    void everyLineOfAShellBeginsWithACommandAndHasOneOfOurs() {
        List<String> strange = new ArrayList<>();
        for (Path page : Pages.all()) {
            Set<String> known = new HashSet<>(COMMANDS);
            DEFINED.matcher(Pages.read(page)).results().forEach(name -> known.add(name.group(1)));
            SHELL.matcher(Pages.read(page))
                    .results()
                    .flatMap(block -> CONTINUED.matcher(block.group(1)).replaceAll(" ").lines())
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !isCommand(line, known))
                    .forEach(line -> strange.add(Pages.ROOT.relativize(page) + ": " + line));
        }
        assertThat(strange).isEmpty();
    }

    private static boolean isCommand(String line, Set<String> known) {
        String first = line.split(" ", 2)[0];
        boolean begins =
                line.startsWith("#")
                        || known.contains(first)
                        || ASSIGNMENT.matcher(first).matches()
                        || DEFINED.matcher(line).lookingAt();
        return begins && LAUNCHER.matcher(line).results().count() <= 1;
    }

    private static boolean leads(Path page, String link) {
        Path target = target(page, link);
        int anchor = link.indexOf('#');
        return Files.exists(target)
                && (anchor < 0 || anchors(target).contains(link.substring(anchor + 1)));
    }

    private static Path target(Path page, String link) {
        String file = link.replaceFirst("#.*", "");
        return file.isEmpty() ? page : page.resolveSibling(file).normalize();
    }

    /** As GitHub names them: small letters, digits and hyphens. */
    private static List<String> anchors(Path page) {
        return HEADING.matcher(FENCE.matcher(Pages.read(page)).replaceAll(""))
                .results()
                .map(
                        heading ->
                                heading.group(1)
                                        .toLowerCase(Locale.ROOT)
                                        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                                        .replace(' ', '-'))
                .toList();
    }
}
