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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code speaks the language of the glossary. */
class GlossaryTest {

    private static final Path GLOSSARY = Pages.ROOT.resolve("reconcile/docs/glossary.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (?!-|Term)(.+) \\|(.*)\\|$");
    private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+)`");
    private static final Pattern DECLARED =
            Pattern.compile("\\b(?:class|interface|enum|record) ([A-Z]\\w*)");
    private static final Pattern DECLARATION =
            Pattern.compile(
                    "(?m)^ *(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed) )*"
                            + "(?:class|interface|enum|record) ([A-Z]\\w*)");
    private static final Pattern WORD = Pattern.compile("[A-Z][a-z0-9]*|[A-Z]+(?![a-z])");
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

    /** No type begins with one of these: a preposition, or a pronoun that stands for its owner. */
    private static final Set<String> NOT_FIRST =
            words("About At Beside By For From In Into Its My Of On Our Their To With Without");

    /** Words of a clause, which no name has anywhere. */
    private static final Set<String> OF_A_CLAUSE = words("That Which Who Whom Whose What Why");

    /** No type ends with one of these: an adverb, a pronoun, a preposition or an adjective. */
    private static final Set<String> NOT_LAST =
            words(
                    "About Above After Again Ahead All Alone Along Already Always And Any Anew Anything"
                            + " Apart Around Aside Before Behind Below Beside Between Beyond Both By Earlier"
                            + " Either Else Ever Everything For From How If In Instead Into Later Less Many"
                            + " Meanwhile More Most Never Nobody None Not Nothing Now Of Often On Once Only"
                            + " Onto Or Otherwise Own Same Since So Somebody Something Soon Still Then There"
                            + " This Through Till To Together Too Twice Under Until Upon When Where"
                            + " Whether With Within Without Yet");

    /** No type is called one of these alone. */
    private static final Set<String> NOT_ALONE =
            words(
                    "Answering Current Due Fresh Hard Large Late Latest Less Malformed Missing Off Other"
                            + " Others Plain Read Remote Sending Silent Small Soft Such Unreadable Whole");

    /** Participles that no ending shows. */
    private static final Set<String> PARTICIPLES =
            words(
                    "Begun Borne Bought Broken Built Caught Chosen Come Came Done Drawn Driven Fallen Felt"
                            + " Forgotten Found Given Gone Got Grown Had Heard Held Kept Known Laid Led Left"
                            + " Lost Made Meant Met Paid Proven Said Seen Sent Shown Shut Slept Sold Spent"
                            + " Spoken Stood Taken Taught Thought Thrown Told Understood Undone Unpaid Untold"
                            + " Went Withdrawn Won Worn Written");

    /** The second half of a noun such as write-off. */
    private static final Set<String> PARTICLES = words("Off Out Over Up");

    private static final Set<String> NOUNS_IN_ED =
            words("Bed Breed Deed Feed Need Seed Speed Shed");

    /**
     * Names that the product has from its protocols, or of a step that is named by what it does.
     */
    private static final Set<String> ALLOWED = Set.of("NotFound", "RequeueIdentified");

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
                        Stream.of(sources(), benchmark())
                                .flatMap(files -> files)
                                .flatMap(GlossaryTest::declarations)
                                .filter(GlossaryTest::isNoNoun))
                .isEmpty();
    }

    /**
     * Nested classes of tests may be the beginning of a sentence, and begin with an article then.
     */
    @Test
    void everyTypeOfATestIsNamedByANounOrBeginsASentence() {
        assertThat(
                        sources("src/test/java")
                                .flatMap(GlossaryTest::declarations)
                                .filter(name -> !name.matches("An?[A-Z].*"))
                                .filter(GlossaryTest::isNoNoun))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Told",
                "OfOne",
                "OnBank",
                "AccountIn",
                "Never",
                "Why",
                "RulesSince",
                "Imported",
                "WrittenOff",
                "ClosesOnly",
                "WhatIsLeft"
            })
    void findsANameWithoutANoun(String name) {
        assertThat(isNoNoun(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"FeedOffset", "CardFeed", "WriteOff", "RunnerUp", "Posting", "HeldCard"})
    void letsANounPass(String name) {
        assertThat(isNoNoun(name)).isFalse();
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

    private static boolean isNoNoun(String name) {
        List<String> words = WORD.matcher(name).results().map(MatchResult::group).toList();
        if (ALLOWED.contains(name)) {
            return false;
        }
        int end = words.size() > 1 && PARTICLES.contains(words.getLast()) ? 2 : 1;
        String last = words.get(words.size() - end);
        return words.stream().anyMatch(OF_A_CLAUSE::contains)
                || NOT_FIRST.contains(words.getFirst())
                || NOT_LAST.contains(last)
                || NOT_ALONE.contains(name)
                || PARTICIPLES.contains(last)
                || (last.endsWith("ed") && !NOUNS_IN_ED.contains(last));
    }

    private static Set<String> words(String words) {
        return Set.of(words.split(" "));
    }

    private static Stream<String> declarations(Path file) {
        return DECLARATION.matcher(Pages.read(file)).results().map(found -> found.group(1));
    }

    private static Stream<Path> benchmark() {
        return javaFiles(Pages.ROOT.resolve("api-facade/bench/src"));
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
