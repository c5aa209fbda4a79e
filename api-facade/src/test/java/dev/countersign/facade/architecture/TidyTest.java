package dev.countersign.facade.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import dev.countersign.facade.testkit.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The form of the house's files; it runs on any Java that runs the tests. */
class TidyTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Set<String> TOP_LEVEL =
            Set.of("ingest", "reconcile", "api-facade", "jobs", "README.md", "pom.xml", "LICENSE");
    private static final Pattern UNFINISHED =
            Pattern.compile("\\b(TO" + "DO|FIX" + "ME|HA" + "CK)\\b");
    private static final Pattern TOPIC =
            Pattern.compile(
                    "\\bTopics\\.[A-Z_]*(FEED|DECISION|EVENTS|LETTERS|AUDIT|UNPREFIXED)"
                            + "|\"(issuing\\.(feed|decisions|events|audit)"
                            + "|countersign\\.(decisions|quarantine|night\\.partitions))\\b");
    private static final Formatter FORMATTER =
            new Formatter(JavaFormatterOptions.builder().style(Style.AOSP).build());

    @Test
    void everyJavaFileIsFormatted() throws IOException {
        assertThat(sources().filter(TidyTest::isFormattedOtherwise))
                .as(
                        "reformat with Java 21 or later: mvn com.diffplug.spotless:spotless-maven-plugin:apply")
                .isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIs() throws IOException {
        Set<Path> silent =
                sources().map(Path::getParent).collect(Collectors.toCollection(TreeSet::new));
        silent.removeIf(
                folder -> Files.exists(folder.resolve("package-info.java")) || isTest(folder));

        assertThat(silent).isEmpty();
    }

    @Test
    void noPackageHoldsMoreThanTwentyFiles() throws IOException {
        Map<Path, Long> files =
                sources()
                        .map(Path::getParent)
                        .filter(folder -> !isTest(folder))
                        .collect(Collectors.groupingBy(folder -> folder, Collectors.counting()));

        assertThat(files).allSatisfy((folder, held) -> assertThat(held).isLessThanOrEqualTo(20));
    }

    /** Elsewhere a name would be without the prefix that is set. The benchmark sets none. */
    @Test
    void topicsAndConsumerGroupsAreNamedInOneRoom() throws IOException {
        assertThat(
                        sources()
                                .filter(file -> file.toString().contains("/src/main/"))
                                .filter(file -> !file.toString().contains("/bench/"))
                                .filter(file -> TOPIC.matcher(Pages.read(file)).find())
                                .map(file -> file.getFileName().toString()))
                .containsExactly("Topics.java");
    }

    @Test
    void nothingIsLeftForLater() throws IOException {
        assertThat(sources().filter(file -> UNFINISHED.matcher(Pages.read(file)).find())).isEmpty();
    }

    @Test
    void noTestIsSwitchedOff() throws IOException {
        assertThat(sources().filter(file -> Pages.read(file).contains("@Dis" + "abled"))).isEmpty();
    }

    @Test
    void theTopLevelIsClosed() throws IOException {
        try (Stream<Path> top = Files.list(ROOT)) {
            assertThat(
                            top.map(path -> path.getFileName().toString())
                                    .filter(name -> !name.startsWith(".")))
                    .allMatch(name -> TOP_LEVEL.contains(name) || name.equals("target"));
        }
    }

    private static boolean isFormattedOtherwise(Path file) {
        String source = Pages.read(file);
        try {
            return !FORMATTER
                    .formatSource(RemoveUnusedImports.removeUnusedImports(source))
                    .equals(source);
        } catch (FormatterException e) {
            throw new IllegalStateException("cannot parse " + file, e);
        }
    }

    private static boolean isTest(Path folder) {
        return folder.toString().contains("/src/test/");
    }

    private static Stream<Path> sources() throws IOException {
        List<Path> found;
        try (Stream<Path> files = Files.walk(ROOT)) {
            found =
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> file.toString().contains("/src/"))
                            .filter(file -> !file.toString().contains("/target/"))
                            .toList();
        }
        assertThat(found).hasSizeGreaterThan(100);
        return found.stream();
    }
}
