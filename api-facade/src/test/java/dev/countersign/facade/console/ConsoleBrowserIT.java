package dev.countersign.facade.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console as people work with it, in a real browser. */
class ConsoleBrowserIT {

    @RegisterExtension static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    private static TestProduct product;
    private static ConsoleDay day;

    @BeforeAll
    static void makeADay() {
        product = BROWSER.product();
        day = ConsoleDay.of(product);
        ConsoleCaller.employ(product, "walker", OperatorRole.ADMINISTRATOR, OperatorRole.FINANCE);
        ConsoleCaller.employ(product, "second", OperatorRole.FINANCE);
    }

    @Test
    void findsOutWithTheKeyboardWhyAPurchaseWasDeclined() {
        Page page = BROWSER.login("walker");
        page.navigate(product.address() + "/console/sandbox/now");

        page.keyboard().press("/");
        page.keyboard().type(day.card());
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
    void showsDecisionsWhileTheyAreMade() {
        Page page = BROWSER.login("walker");
        page.navigate(product.address() + "/console/sandbox/now");
        assertThat(page.locator("#pulse-state")).containsText("Updating");

        String newest = product.caller(Mode.SANDBOX).buy(day.card(), 1);

        assertThat(page.locator("#latest a[href$='" + newest + "']")).isVisible();
        assertThat(page.locator("[data-figure='decided']")).hasText(Pattern.compile("[1-9].*"));
        assertThat(page.locator("[data-figure='approved']"))
                .hasText(Pattern.compile("[1-9][0-9]* %"));
    }

    @Test
    void runsANightAndProvesIt() {
        Page page = BROWSER.login("second");
        page.navigate(product.address() + "/console/sandbox/nights");

        page.getByRole(AriaRole.BUTTON, named("Run")).click();
        assertThat(page.locator("#progress .head").first()).containsText("Completed");
        assertThat(page.locator("tbody").first()).containsText("Settle");
        page.getByRole(AriaRole.BUTTON, named("Rerun to prove")).click();
        assertThat(page.locator(".note[role=status]")).containsText("it comes out as it did");
    }

    @Test
    void opensASettlementDayDownToTheJournals() {
        Page page = BROWSER.login("walker");
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
        Page page = BROWSER.login("walker");
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
        Page page = BROWSER.login("walker");
        page.navigate(product.address() + "/console/sandbox/disputes/" + day.dispute());

        page.getByText("Add evidence").click();
        page.fill("#evidence-name", "receipt_number");
        page.fill("#evidence-text", "A 17");
        page.getByRole(AriaRole.BUTTON, named("Add it")).click();

        assertThat(page.locator("pre")).containsText("\"receipt_number\" : \"A 17\"");
    }

    @Test
    void putsAMessageAsideThatNobodyCanRead() {
        Page page = BROWSER.login("walker");
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
        Page page = BROWSER.login("second");
        page.navigate(product.address() + "/console/sandbox/disputes/" + day.dispute());

        page.getByLabel("Under review").check();
        page.fill("#remark", "by letter");
        page.getByRole(AriaRole.BUTTON, named("Move it")).click();

        assertThat(page.locator("h1 + .state")).hasText("Under review");
    }

    @Test
    void writesABreakOffWithASecondOperator() {
        Page page = BROWSER.login("walker");
        page.navigate(product.address() + "/console/sandbox/breaks?type=AMOUNT_OVER");
        page.getByRole(AriaRole.LINK, named("Amount over")).first().click();
        String address = page.url();

        page.getByRole(AriaRole.BUTTON, named("Assign")).click();
        assertThat(page.locator("h1 + .state")).hasText("Investigating");
        page.getByText("Write off, with a second operator").click();
        page.fill("#write-off", "too small to dispute");
        page.getByRole(AriaRole.BUTTON, named("Request approval")).click();
        assertThat(page.getByRole(AriaRole.BUTTON, named("Approve: write it off"))).isHidden();

        Page other = BROWSER.login("second");
        other.navigate(address);
        other.getByRole(AriaRole.BUTTON, named("Approve: write it off")).click();
        assertThat(other.locator("h1 + .state")).hasText("Written off");
        assertThat(other.locator("main")).containsText("by walker, approved by second");
    }

    @Test
    void doesTheSameToSeveralBreaks() {
        ApiCaller caller = product.caller(Mode.SANDBOX);
        caller.post("/test_helpers/refunds", "{\"card_id\":\"" + day.card() + "\",\"amount\":100}");
        caller.night();
        Page page = BROWSER.login("walker");
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
}
