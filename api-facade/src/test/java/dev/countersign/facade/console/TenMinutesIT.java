package dev.countersign.facade.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import dev.countersign.facade.testkit.Chromium;
import dev.countersign.facade.testkit.PackagedProduct;
import dev.countersign.facade.testkit.Readme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The newcomer's ten minutes: what the README says is done, word by word, on the demo. */
class TenMinutesIT {

    private static final Path SHOTS = Path.of("target", "console");
    private static final double PATIENCE_MILLIS = 120_000;
    private static final Duration WORDS_WITHIN = Duration.ofMinutes(8);
    private static final Pattern ARGUMENTS =
            Pattern.compile("-Dspring-boot\\.run\\.arguments=(\\S+)");

    /** Steps of the README's tour: what is written in bold, in lower case. */
    private static final Pattern DEED =
            Pattern.compile(
                    "(?<open>open `(?<address>[^`]+)`)"
                            + "|(?<text>`[^`]+`),? into \\*\\*(?<label>[^*]+)\\*\\*"
                            + "|(?<verb>press|choose|unfold|see|download) \\*\\*(?<name>[^*]+)\\*\\*"
                            + "|says `(?<said>[^`]+)`"
                            + "|(?<row>choose the first row)",
                    Pattern.CASE_INSENSITIVE);

    @TempDir Path home;
    @TempDir Path clone;

    private final List<String> done = new ArrayList<>();

    @Test
    void findsADeclineRunsANightResolvesABreakAndTakesTheProofHome() throws Exception {
        assumeTrue(
                Chromium.isThere(), "the ten minutes are not walked: there is no " + Chromium.PATH);
        String section = Readme.section("The first ten minutes").replaceAll("\\s+", " ");
        Matcher arguments = ARGUMENTS.matcher(Readme.section("Quickstart"));
        assertThat(arguments.find()).isTrue();
        try (PackagedProduct product = PackagedProduct.start(home, arguments.group(1));
                Playwright playwright = Chromium.playwright();
                Browser browser = Chromium.launch(playwright)) {
            Page page = browser.newPage(new Browser.NewPageOptions().setViewportSize(1_180, 760));
            page.setDefaultTimeout(PATIENCE_MILLIS);
            Map<String, String> keys = new KeysFile(new DataDirectory(home)).read();
            Matcher deeds = DEED.matcher(section);
            while (deeds.find()) {
                done.add(deeds.group());
                if (deeds.group("said") != null) {
                    product.awaitWords(deeds.group("said"), WORDS_WITHIN);
                } else {
                    follow(page, deeds, product.address(), keys);
                }
            }
            useItFromAShell();
        }
        assertThat(done).as("%s", done).hasSizeGreaterThan(20);
        assertThat(done.getLast()).startsWith("download");
    }

    /** The rest of the README, beside the product that was walked. */
    private void useItFromAShell() throws Exception {
        assumeTrue(Readme.runs("curl", "--version"), "there is no curl here");

        String output = Readme.run(Readme.commands("From a shell"), clone, home);

        assertThat(output)
                .contains("\"status\": \"declined\"", "countersign_authorization_decisions_total");
        try (Stream<Path> reports = Files.walk(clone.resolve("reports"))) {
            assertThat(reports.map(file -> file.getFileName().toString()))
                    .anyMatch(name -> name.matches("settlement-proof.*\\.csv"));
        }
    }

    private void follow(Page page, Matcher step, String address, Map<String, String> keys) {
        if (step.group("open") != null) {
            page.navigate(address + step.group("address").replaceFirst("https?://[^/]+", ""));
        } else if (step.group("text") != null) {
            String text = step.group("text").replace("`", "");
            page.getByLabel(step.group("label"), new Page.GetByLabelOptions().setExact(true))
                    .fill(keys.getOrDefault(text, text));
        } else if (step.group("row") != null) {
            page.locator("main table:not(.plain) tbody a").first().click();
            page.waitForLoadState();
        } else {
            follow(page, step.group("verb").toLowerCase(Locale.ROOT), step.group("name"));
        }
    }

    private void follow(Page page, String verb, String name) {
        switch (verb) {
            case "press" -> {
                page.getByRole(AriaRole.BUTTON, named(name)).first().click();
                page.waitForLoadState();
            }
            case "choose" -> {
                page.getByRole(AriaRole.LINK, namedWithOrWithoutCount(name)).first().click();
                page.waitForLoadState();
            }
            case "unfold" -> page.locator("summary").filter(exactly(name)).first().click();
            case "see" -> {
                assertThat(page.locator("main"))
                        .containsText(name, new ContainsTextOptions().setTimeout(PATIENCE_MILLIS));
                shoot(page, name);
            }
            default -> {
                Download download =
                        page.waitForDownload(
                                () -> page.getByRole(AriaRole.LINK, named(name)).first().click());
                assertThat(download.path()).isNotEmptyFile();
            }
        }
    }

    private static Locator.FilterOptions exactly(String text) {
        return new Locator.FilterOptions().setHasText(Pattern.compile("^" + text + "$"));
    }

    /** The navigation counts behind a page's name what waits there. */
    private static Page.GetByRoleOptions namedWithOrWithoutCount(String name) {
        return new Page.GetByRoleOptions().setName(Pattern.compile("^" + name + "(\\s*[0-9].*)?$"));
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name).setExact(true);
    }

    private static void shoot(Page page, String name) {
        Path file = SHOTS.resolve("walk-" + name.replaceAll("[^A-Za-z]+", "-") + ".png");
        page.screenshot(new ScreenshotOptions().setPath(file));
    }
}
