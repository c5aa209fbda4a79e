package dev.countersign.facade.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.Pages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code speaks the language of the glossary. */
class GlossaryTest {

    private static final Path GLOSSARY = Pages.ROOT.resolve("reconcile/docs/glossary.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (?!-|Term)(.+) \\|(.*)\\|$");
    private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+)`");
    private static final Pattern DECLARED =
            Pattern.compile("\\b(?:class|interface|enum|record) ([A-Z]\\w*)");
    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*[\\s*]*(\\w+)[^\\n]*");
    private static final Set<String> INTERROGATIVES =
            Set.of(
                    "What",
                    "Whatever",
                    "How",
                    "Which",
                    "Whichever",
                    "Whether",
                    "Who",
                    "Whoever",
                    "Whose",
                    "Where",
                    "When",
                    "Whenever",
                    "Why",
                    "If");

    /** Types that are named by no noun: a participle, an adverb or a pronoun alone. */
    private static final Pattern NO_NOUN =
            Pattern.compile(
                    "(?:Met|Taken|Fresh|Beside|Known|Seen|Proved|Presented|Carried|Missing|Declined"
                            + "|Undecided|Answering|Sending|Unreadable|Typed|Issued|Skipped|Refused"
                            + "|\\w*(?:NotThere|TooLate|LeftAside|ToldBy\\w*|LineOf))");

    @Test
    void eachNameOfTheGlossaryIsInTheCode() {
        Set<String> declared = declared().collect(Collectors.toSet());

        assertThat(TYPE.matcher(Pages.read(GLOSSARY)).results().map(found -> found.group(1)))
                .hasSizeGreaterThan(50)
                .allSatisfy(name -> assertThat(declared).contains(name));
    }

    @Test
    void noTypeHasAWordThatIsNotUsed() {
        Set<String> unused =
                ROW.matcher(Pages.read(GLOSSARY))
                        .results()
                        .map(row -> cell(row, 3))
                        .flatMap(words -> Stream.of(words.split(",")))
                        .map(GlossaryTest::typeName)
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(unused).contains("Verdict", "Relink");
        assertThat(declared().filter(unused::contains)).isEmpty();
    }

    @Test
    void noTwoTypesShareASimpleName() {
        Map<String, List<Path>> named =
                sources().collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        named.remove("package-info.java");

        assertThat(named.values().stream().filter(files -> files.size() > 1)).isEmpty();
    }

    @Test
    void everyTypeIsNamedByANoun() {
        assertThat(
                        sources()
                                .map(file -> file.getFileName().toString().replace(".java", ""))
                                .filter(name -> NO_NOUN.matcher(name).matches()))
                .isEmpty();
    }

    @Test
    void javadocOpensWithWhatAThingIsOrDoes() {
        assertThat(
                        Stream.of("src/main/java", "src/test/java")
                                .flatMap(GlossaryTest::sources)
                                .flatMap(GlossaryTest::questions))
                .isEmpty();
    }

    private static Stream<String> questions(Path file) {
        return JAVADOC.matcher(Pages.read(file))
                .results()
                .filter(opening -> INTERROGATIVES.contains(opening.group(1)))
                .map(opening -> file.getFileName() + ": " + opening.group());
    }

    private static String cell(MatchResult row, int number) {
        return row.group().split("\\|", -1)[number + 1].strip();
    }

    private static String typeName(String words) {
        return Stream.of(words.strip().split(" "))
                .filter(word -> !word.isEmpty())
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }

    private static Stream<String> declared() {
        return sources()
                .flatMap(file -> DECLARED.matcher(Pages.read(file)).results())
                .map(found -> found.group(1));
    }

    private static Stream<Path> sources() {
        return sources("src/main/java");
    }

    private static Stream<Path> sources(String folder) {
        return Stream.of("reconcile", "ingest", "jobs", "api-facade")
                .map(module -> Pages.ROOT.resolve(module).resolve(folder))
                .flatMap(GlossaryTest::javaFiles);
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
