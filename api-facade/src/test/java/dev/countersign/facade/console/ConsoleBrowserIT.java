package dev.countersign.facade.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.Chromium;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.access.Operators;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The console as people meet it, in a real browser. */
class ConsoleBrowserIT {

    private static final Path SHOTS = Path.of("target", "console");
    private static final String PASSWORD = "correct horse battery";
    private static final double NIGHT_MILLIS_MAX = 60_000;
    private static final double SHOWN_MILLIS_MAX = 30_000;

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

    private static TestProduct product;
    private static Playwright playwright;
    private static Browser browser;
    private static String card;
    private static String bought;
    private static String declined;
    private static String dispute;

    private static final Map<String, String> sessions = new HashMap<>();

    private final List<String> complaints = new ArrayList<>();
    private final List<BrowserContext> opened = new ArrayList<>();

    @BeforeAll
    static void open() {
        assumeTrue(
                Chromium.isThere(),
                "the console is not walked with a browser: there is no " + Chromium.PATH);
        product = TestProduct.running();
        makeADay();
        somebody("walker", OperatorRole.ADMINISTRATOR, OperatorRole.FINANCE);
        somebody("second", OperatorRole.FINANCE);
        playwright = Chromium.playwright();
        browser = Chromium.launch(playwright);
    }

    @AfterAll
    static void close() {
        if (playwright != null) {
            playwright.close();
        }
    }

    private static void somebody(String name, OperatorRole... roles) {
        Operators operators = product.console().operators();
        operators.changePassword(name, operators.create(name, roles).password(), PASSWORD);
    }

    /** A purchase that clears too high, and one above what the day has left. */
    private static void makeADay() {
        ApiCaller caller = product.caller(Mode.SANDBOX);
        card = caller.card("virtual");
        var limited =
                caller.put("/cards/" + card + "/spending-controls", "{\"daily_limit\":10000}");
        assertThat(limited.status()).isEqualTo(200);
        bought = caller.buy(card, 6_000);
        declined = caller.buy(card, 6_001);
        var cleared = caller.clear(bought, 9500);
        assertThat(cleared.status()).isEqualTo(202);
        caller.night();
        product.feed()
                .send(
                        List.of(
                                poison("{\"schema_version\":9,\"note\":\"of another version\"}"),
                                poison("{\"schema_version\":1,\"kind\":\"greeting\"}")));
        dispute =
                caller.create(
                        "/disputes",
                        "{\"transaction_id\":\"" + bought + "\",\"reason\":\"fraud\"}");
    }

    private static SimulatedMessage poison(String text) {
        return new SimulatedMessage(Instant.EPOCH, card, text, false);
    }

    /** A page of somebody who is logged in; once for each, as people are for a day. */
    private Page login(String name, ColorScheme scheme, int width) {
        String kept = sessions.get(name);
        BrowserContext context =
                browser.newContext(
                        new Browser.NewContextOptions()
                                .setColorScheme(scheme)
                                .setViewportSize(width, 900)
                                .setStorageState(kept));
        opened.add(context);
        Page page = context.newPage();
        page.onConsoleMessage(
                message -> {
                    if (message.type().equals("error")) {
                        complaints.add(message.text());
                    }
                });
        page.onPageError(complaints::add);
        page.onRequest(
                request -> {
                    if (!request.url().startsWith(product.address())
                            && !request.url().startsWith("data:")) {
                        complaints.add("asked another host: " + request.url());
                    }
                });
        page.navigate(product.address() + "/console");
        if (kept == null) {
            page.fill("#name", name);
            page.fill("#password", PASSWORD);
            page.click("form button[type=submit]");
        }
        assertThat(page.locator("nav.side")).isVisible();
        page.waitForLoadState();
        sessions.put(name, context.storageState());
        return page;
    }

    private Page login(String name) {
        return login(name, ColorScheme.LIGHT, 1_360);
    }

    @AfterEach
    void nothingWasComplainedOf() {
        List<String> said = List.copyOf(complaints);
        opened.forEach(BrowserContext::close);
        assertThat(said).isEmpty();
    }

    @Test
    void findsOutWithTheKeyboardWhyAPurchaseWasDeclined() {
        Page page = login("walker");
        page.navigate(product.address() + "/console/sandbox/now");

        page.keyboard().press("/");
        page.keyboard().type(card);
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.HEADING).first()).containsText("••••");
        page.locator("tr", new Page.LocatorOptions().setHasText("Declined"))
                .getByRole(AriaRole.LINK)
                .first()
                .click();

        assertThat(page.locator(".verdict"))
                .hasText("60.01 EUR was declined: 20.01 EUR over the daily limit.");
        assertThat(page.locator(".checks .first"))
                .containsText("used 60.00 EUR before, asked 60.01 EUR, limit 100.00 EUR");
        Locator time = page.locator("time").first();
        assertThat(time).hasAttribute("title", Pattern.compile(".+"));
        assertThat(time).containsText("UTC");
    }

    @Test
    void drawsTheReferenceWithinItsPolicy() {
        Page page = login("walker");

        page.navigate(product.address() + "/reference");

        assertThat(page.locator("#reference .opblock").first()).isVisible();
    }

    @Test
    void fitsTheReferenceToAPhone() {
        Page page = login("walker");
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
    void showsDecisionsWhileTheyAreMade() {
        Page page = login("walker");
        page.navigate(product.address() + "/console/sandbox/now");
        assertThat(page.locator("#pulse-state")).containsText("Live");

        String newest = product.caller(Mode.SANDBOX).buy(card, 1);

        assertThat(page.locator("#latest a[href$='" + newest + "']"))
                .isVisible(new IsVisibleOptions().setTimeout(SHOWN_MILLIS_MAX));
        assertThat(page.locator("[data-figure='decided']")).hasText(Pattern.compile("[1-9].*"));
        assertThat(page.locator("[data-figure='approved']"))
                .hasText(Pattern.compile("[1-9][0-9]* %"));
    }

    @Test
    void runsANightAndProvesIt() {
        Page page = login("second");
        page.navigate(product.address() + "/console/sandbox/nights");

        page.getByRole(AriaRole.BUTTON, named("Run")).click();
        assertThat(page.locator("#progress .head").first())
                .containsText("Completed", new ContainsTextOptions().setTimeout(NIGHT_MILLIS_MAX));
        assertThat(page.locator("tbody").first()).containsText("Settle");
        page.getByRole(AriaRole.BUTTON, named("Rerun to prove")).click();
        assertThat(page.locator(".note"))
                .containsText(
                        "it comes out as it did",
                        new ContainsTextOptions().setTimeout(NIGHT_MILLIS_MAX));
    }

    @Test
    void opensASettlementDayDownToTheJournals() {
        Page page = login("walker");
        page.navigate(product.address() + "/console/sandbox/proof");

        page.locator("tbody a").first().click();
        assertThat(page.locator("[data-chart=waterfall] canvas").first()).isVisible();
        assertThat(page.locator("#fall-EUR tfoot")).containsText("0.00");
        page.locator("#fall-EUR").getByRole(AriaRole.LINK, inTable("Purchase")).press("Enter");
        page.locator("td.id a").first().press("Enter");
        assertThat(page.locator("main")).containsText("Network settlement");
    }

    private static Locator.GetByRoleOptions inTable(String name) {
        return new Locator.GetByRoleOptions().setName(name).setExact(true);
    }

    @Test
    void makesAKeyThatIsShownOnce() {
        Page page = login("walker");
        page.navigate(product.address() + "/console/sandbox/keys");

        page.fill("#key-name", "by hand");
        page.getByLabel("Everything").check();
        page.getByRole(AriaRole.BUTTON, named("Make the key")).click();

        assertThat(page.locator(".secret")).containsText("sk_test_");
        page.navigate(product.address() + "/console/sandbox/keys");
        assertThat(page.locator("tbody")).containsText("by hand");
        assertThat(page.locator(".secret")).hasCount(0);
    }

    @Test
    void addsEvidenceToADispute() {
        Page page = login("walker");
        page.navigate(product.address() + "/console/sandbox/disputes/" + dispute);

        page.getByText("Add evidence").click();
        page.fill("#evidence-name", "receipt_number");
        page.fill("#evidence-text", "A 17");
        page.getByRole(AriaRole.BUTTON, named("Add it")).click();

        assertThat(page.locator("pre")).containsText("\"receipt_number\" : \"A 17\"");
    }

    @Test
    void putsAMessageAsideThatNobodyCanRead() {
        Page page = login("walker");
        page.navigate(product.address() + "/console/sandbox/quarantine");
        int before = page.locator("tbody tr").count();

        page.locator("input[name=id]").last().check();
        page.fill("#bulk-reason", "of a test");
        page.getByRole(AriaRole.BUTTON, named("Discard")).click();
        assertThat(page.locator("h1")).hasText("Discard 1 message?");
        page.getByRole(AriaRole.BUTTON, named("Discard them")).click();

        assertThat(page.locator(".note")).containsText("done");
        assertThat(page.locator("tbody tr")).hasCount(before - 1);
    }

    @Test
    void movesADisputeAsTheNetworkTold() {
        Page page = login("second");
        page.navigate(product.address() + "/console/sandbox/disputes/" + dispute);

        page.getByLabel("Under review").check();
        page.fill("#remark", "by letter");
        page.getByRole(AriaRole.BUTTON, named("Move it")).click();

        assertThat(page.locator("h1 + .state")).hasText("Under review");
    }

    @Test
    void writesABreakOffWithASecondOperator() {
        Page page = login("walker");
        page.navigate(product.address() + "/console/sandbox/breaks?type=AMOUNT_OVER");
        page.getByRole(AriaRole.LINK, named("Amount over")).first().click();
        String address = page.url();

        page.getByRole(AriaRole.BUTTON, named("Assign")).click();
        assertThat(page.locator("h1 + .state")).hasText("Investigating");
        page.getByText("Write off, with a second operator").click();
        page.fill("#write-off", "too small to dispute");
        page.getByRole(AriaRole.BUTTON, named("Request approval")).click();
        assertThat(page.getByRole(AriaRole.BUTTON, named("Approve: write it off"))).isHidden();

        Page other = login("second");
        other.navigate(address);
        other.getByRole(AriaRole.BUTTON, named("Approve: write it off")).click();
        assertThat(other.locator("h1 + .state")).hasText("Written off");
        assertThat(other.locator("main")).containsText("by walker, approved by second");
    }

    @Test
    void doesTheSameToSeveralBreaks() {
        ApiCaller caller = product.caller(Mode.SANDBOX);
        caller.post("/test_helpers/refunds", "{\"card_id\":\"" + card + "\",\"amount\":100}");
        caller.night();
        Page page = login("walker");
        page.navigate(product.address() + "/console/sandbox/breaks?type=REFUND_UNLINKED");

        page.locator("input[data-all]").check();
        page.fill("#bulk-reason", "seen");
        page.getByRole(AriaRole.BUTTON, named("Resolve")).click();
        assertThat(page.locator("h1")).containsText("Resolve ");
        assertThat(new AxeBuilder(page).analyze().getViolations()).isEmpty();
        page.getByRole(AriaRole.BUTTON, named("Leave it")).click();
        assertThat(page.locator(".refusal")).hasText("Nothing was done.");
        assertThat(page.locator("input[name=id]").first()).isChecked();
        assertThat(page.locator("#bulk-reason")).hasValue("seen");
        page.getByRole(AriaRole.BUTTON, named("Resolve")).click();
        page.getByRole(AriaRole.BUTTON, named("Resolve them")).click();

        assertThat(page.locator(".note")).containsText("done");
        page.navigate(product.address() + "/console/sandbox/audit");
        assertThat(page.locator("tbody")).containsText("Resolved a break");
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name).setExact(true);
    }

    @Test
    void isReadableByEverybodyOnALaptopAndOnAPhone() {
        Page first = login("walker");
        String month = LocalDate.now(ZoneOffset.UTC).toString().substring(0, 7);
        String day = linked(first, "/console/sandbox/proof", "tbody a");
        String lines = linked(first, day, "#fall-EUR tbody a");
        Map<String, String> pages =
                Map.ofEntries(
                        Map.entry("now", "/console/sandbox/now"),
                        Map.entry("search", "/console/sandbox/search"),
                        Map.entry("transaction", "/console/sandbox/transactions/" + declined),
                        Map.entry("card", "/console/sandbox/cards/" + card),
                        Map.entry("nights", "/console/sandbox/nights"),
                        Map.entry("night", "/console/sandbox/nights/1"),
                        Map.entry("proof", "/console/sandbox/proof"),
                        Map.entry("proof-day", day),
                        Map.entry("proof-lines", lines),
                        Map.entry("record", linked(first, lines, "td.id a")),
                        Map.entry(
                                "manual-match",
                                linked(
                                        first,
                                        "/console/sandbox/transactions/" + bought,
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
                        Map.entry("dispute", "/console/sandbox/disputes/" + dispute),
                        Map.entry("proposals", "/console/sandbox/proposals"),
                        Map.entry("quarantine", "/console/sandbox/quarantine"),
                        Map.entry("audit", "/console/sandbox/audit"),
                        Map.entry("operators", "/console/sandbox/operators"),
                        Map.entry("keys", "/console/sandbox/keys"),
                        Map.entry("card-keys", "/console/sandbox/card-keys"),
                        Map.entry("password", "/console/password"));
        Page laptop = login("walker", ColorScheme.LIGHT, 1_360);
        Page phone = login("walker", ColorScheme.DARK, 390);

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
            assertThat(page.locator("#pulse-state")).containsText("Live");
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
