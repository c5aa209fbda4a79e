package dev.countersign.facade.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of the documentation lead to where they say, and each says for whom it is. */
class PagesTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    @Test
    void everyLinkLeadsToAFileAndAHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher links = LINK.matcher(FENCE.matcher(read(page)).replaceAll(""));
            while (links.find()) {
                if (!links.group(1).matches("https?://.*") && !leads(page, links.group(1))) {
                    broken.add(ROOT.relativize(page) + ": " + links.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyPageForPeopleSaysForWhomItIs() throws IOException {
        try (Stream<Path> pages = Files.list(ROOT.resolve("api-facade/docs"))) {
            assertThat(pages.filter(page -> page.toString().endsWith(".md")))
                    .allSatisfy(page -> assertThat(paragraph(page)).startsWith("For "));
        }
    }

    private static String paragraph(Path page) {
        return read(page).split("\n\n", -1)[1];
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
        return HEADING.matcher(FENCE.matcher(read(page)).replaceAll(""))
                .results()
                .map(
                        heading ->
                                heading.group(1)
                                        .toLowerCase(Locale.ROOT)
                                        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                                        .replace(' ', '-'))
                .toList();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !ROOT.relativize(file).toString().contains("target/"))
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
