package dev.countersign.facade.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.ColorScheme;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The look of every page, on a laptop and on a phone, and for those who cannot see it well. */
class ConsoleLooksIT {

    private static final Path SHOTS = Path.of("target", "console");

    /** Pages that between them have everything that looks otherwise on a phone, or in the dark. */
    private static final Set<String> ON_A_PHONE =
            Set.of(
                    "now",
                    "transaction",
                    "card",
                    "nights",
                    "night",
                    "proof-day",
                    "month",
                    "breaks",
                    "dispute",
                    "quarantine",
                    "keys");

    @RegisterExtension static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    private static TestProduct product;
    private static ConsoleDay day;

    @BeforeAll
    static void makeADay() {
        product = BROWSER.product();
        day = ConsoleDay.of(product);
        ConsoleCaller.employ(product, "looker", OperatorRole.ADMINISTRATOR, OperatorRole.FINANCE);
    }

    @Test
    void drawsTheReferenceWithinItsPolicy() {
        Page page = BROWSER.login("looker");

        page.navigate(product.address() + "/reference");

        assertThat(page.locator("#reference .opblock").first()).isVisible();
    }

    @Test
    void fitsTheReferenceToAPhone() {
        Page page = BROWSER.login("looker");
        page.setViewportSize(360, 740);
        page.navigate(product.address() + "/reference");
        page.locator("#reference .opblock-summary-control").first().click();
        assertThat(page.locator("#reference .opblock-body").first()).isVisible();

        assertThat(page.locator("#reference .servers select")).hasValue("/sandbox/v1");
        assertThat(
                        (Integer)
                                page.evaluate(
                                        "() => document.documentElement.scrollWidth"
                                                + " - document.documentElement.clientWidth"))
                .as("pixels beyond the edge")
                .isZero();
    }

    @Test
    void isReadableByEverybodyOnALaptopAndOnAPhone() {
        Page first = BROWSER.login("looker");
        String month = LocalDate.now(ZoneOffset.UTC).toString().substring(0, 7);
        String proof = linked(first, "/console/sandbox/proof", "tbody a");
        String lines = linked(first, proof, "#fall-EUR tbody a");
        Map<String, String> pages =
                Map.ofEntries(
                        Map.entry("now", "/console/sandbox/now"),
                        Map.entry("search", "/console/sandbox/search"),
                        Map.entry("transaction", "/console/sandbox/transactions/" + day.declined()),
                        Map.entry("card", "/console/sandbox/cards/" + day.card()),
                        Map.entry("nights", "/console/sandbox/nights"),
                        Map.entry("night", "/console/sandbox/nights/1"),
                        Map.entry("proof", "/console/sandbox/proof"),
                        Map.entry("proof-day", proof),
                        Map.entry("proof-lines", lines),
                        Map.entry("record", linked(first, lines, "td.id a")),
                        Map.entry(
                                "manual-match",
                                linked(
                                        first,
                                        "/console/sandbox/transactions/" + day.bought(),
                                        "a[href$='/match']")),
                        Map.entry("balance", "/console/sandbox/balance"),
                        Map.entry("account", linked(first, "/console/sandbox/balance", "tbody a")),
                        Map.entry("months", "/console/sandbox/months"),
                        Map.entry("break", linked(first, "/console/sandbox/breaks", "tbody td a")),
                        Map.entry(
                                "message", linked(first, "/console/sandbox/quarantine", "tbody a")),
                        Map.entry("holds", "/console/sandbox/holds"),
                        Map.entry("bank", "/console/sandbox/bank"),
                        Map.entry("funding", "/console/sandbox/funding"),
                        Map.entry("month", "/console/sandbox/months/" + month),
                        Map.entry("breaks", "/console/sandbox/breaks"),
                        Map.entry("disputes", "/console/sandbox/disputes"),
                        Map.entry("dispute", "/console/sandbox/disputes/" + day.dispute()),
                        Map.entry("proposals", "/console/sandbox/proposals"),
                        Map.entry("quarantine", "/console/sandbox/quarantine"),
                        Map.entry("audit", "/console/sandbox/audit"),
                        Map.entry("operators", "/console/sandbox/operators"),
                        Map.entry("keys", "/console/sandbox/keys"),
                        Map.entry("card-keys", "/console/sandbox/card-keys"),
                        Map.entry("password", "/console/password"));
        Page laptop = BROWSER.login("looker", ColorScheme.LIGHT, 1_360);
        Page phone = BROWSER.login("looker", ColorScheme.DARK, 390);

        pages.forEach(
                (name, path) -> {
                    look(laptop, name, path);
                    requireAccessible(everything(laptop), name);
                });
        pages.forEach(
                (name, path) -> {
                    if (ON_A_PHONE.contains(name)) {
                        look(phone, name + "-phone", path);
                        assertThat(phone.evaluate(WIDE_TABLES))
                                .as(name + " scrolls no table sideways on a phone")
                                .isEqualTo(List.of());
                        requireAccessible(inTheDark(phone), name + ", on a phone in the dark");
                    }
                });
    }

    /** All that can be found on a page; what is right there is not told, which takes as long. */
    private static AxeBuilder everything(Page page) {
        AxeRunOptions findings = new AxeRunOptions();
        findings.setResultTypes(List.of("violations"));
        return new AxeBuilder(page).options(findings).setLegacyMode(true);
    }

    /** Differences that one page may have on a phone, and in other colours. */
    private static AxeBuilder inTheDark(Page page) {
        return everything(page)
                .withRules(
                        List.of(
                                "color-contrast",
                                "link-in-text-block",
                                "meta-viewport",
                                "scrollable-region-focusable",
                                "target-size"));
    }

    /** The target of the first of some links on a page. */
    private static String linked(Page page, String path, String links) {
        page.navigate(product.address() + path);
        return page.locator(links).first().getAttribute("href");
    }

    /** The facts beside labels that took nearly all of the line. */
    private static final String NARROW_FACTS =
            """
            [...document.querySelectorAll('dl.facts dd')]
                .filter(fact => fact.clientWidth < 90)
                .map(fact => fact.textContent)
            """;

    /** The tables that are wider than there is room for. */
    private static final String WIDE_TABLES =
            """
            [...document.querySelectorAll('.scroll')]
                .filter(table => table.scrollWidth > table.clientWidth)
                .map(table => table.innerText)
            """;

    private static void look(Page page, String name, String path) {
        page.navigate(product.address() + path);
        if (path.endsWith("/now")) {
            assertThat(page.locator("#pulse-state")).containsText("Updating");
        }
        page.screenshot(
                new ScreenshotOptions().setPath(SHOTS.resolve(name + ".png")).setFullPage(true));
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .as(name + " is no wider than its window")
                .isEqualTo(true);
        assertThat(page.evaluate(NARROW_FACTS))
                .as(name + " leaves each fact the width of a word, whatever its label")
                .isEqualTo(List.of());
    }

    private static void requireAccessible(AxeBuilder axe, String name) {
        List<Rule> findings = axe.analyze().getViolations();
        assertThat(findings)
                .as(name)
                .filteredOn(rule -> List.of("serious", "critical").contains(rule.getImpact()))
                .extracting(rule -> rule.getId() + ": " + rule.getNodes().getFirst().getHtml())
                .isEmpty();
    }
}
