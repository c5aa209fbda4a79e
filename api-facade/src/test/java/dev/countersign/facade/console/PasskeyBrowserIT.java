package dev.countersign.facade.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import dev.countersign.facade.testkit.Chromium;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Passkeys in a real browser, whose device is a virtual one. */
class PasskeyBrowserIT {

    private static final String PASSWORD = ConsoleCaller.PASSWORD;

    private static TestProduct product;
    private static Playwright playwright;
    private static Browser browser;
    private static String console;

    private final List<String> complaints = new ArrayList<>();

    @BeforeAll
    static void open() {
        assumeTrue(Chromium.isThere(), "passkeys are not tried: there is no " + Chromium.PATH);
        product = TestProduct.running();
        console = product.address().replace("127.0.0.1", "localhost") + "/console";
        playwright = Chromium.playwright();
        browser = Chromium.launch(playwright);
    }

    @AfterAll
    static void close() {
        if (playwright != null) {
            playwright.close();
        }
    }

    /** A page of a browser whose device knows its owner. */
    private Page page(boolean ownerIsThere) {
        BrowserContext context = browser.newContext();
        Page page = context.newPage();
        page.onConsoleMessage(
                message -> {
                    if (message.type().equals("error")) {
                        complaints.add(message.text());
                    }
                });
        CDPSession device = context.newCDPSession(page);
        device.send("WebAuthn.enable");
        JsonObject options = new JsonObject();
        options.addProperty("protocol", "ctap2");
        options.addProperty("transport", "internal");
        options.addProperty("hasResidentKey", true);
        options.addProperty("hasUserVerification", true);
        options.addProperty("isUserVerified", ownerIsThere);
        options.addProperty("automaticPresenceSimulation", true);
        JsonObject add = new JsonObject();
        add.add("options", options);
        device.send("WebAuthn.addVirtualAuthenticator", add);
        return page;
    }

    private static void logIn(Page page, String name) {
        ConsoleCaller.employ(product, name, OperatorRole.VIEWER);
        page.navigate(console + "/login?next=/console/sandbox/account");
        page.fill("#name", name);
        page.fill("#password", PASSWORD);
        page.getByRole(AriaRole.BUTTON, named("Log in")).click();
        assertThat(page.locator("h1")).hasText("Your account");
    }

    private static void addPasskey(Page page) {
        page.fill("#label", "Laptop");
        page.getByRole(AriaRole.BUTTON, named("Add a passkey")).click();
        assertThat(page.locator("tbody th")).hasText("Laptop");
    }

    private static void logOut(Page page) {
        page.locator("details.me summary").click();
        page.getByRole(AriaRole.BUTTON, named("Log out")).click();
        assertThat(page.locator("#name")).isVisible();
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name).setExact(true);
    }

    @Test
    void logsInWithAPasskeyAlone() {
        Page page = page(true);
        logIn(page, "has-passkey");
        addPasskey(page);
        assertThat(new AxeBuilder(page).analyze().getViolations()).isEmpty();
        logOut(page);

        page.getByRole(AriaRole.BUTTON, named("Log in with a passkey")).click();

        assertThat(page.locator("details.me summary")).containsText("has-passkey");
        assertThat(complaints).isEmpty();
        assertThat(product.trailOf("has-passkey")).contains("factor.added", "login.succeeded");
    }

    @Test
    void asksForThePasskeyAfterThePassword() {
        Page page = page(true);
        logIn(page, "both-factors");
        addPasskey(page);
        logOut(page);
        page.navigate(console + "/login?next=/console/sandbox/audit");
        page.fill("#name", "both-factors");
        page.fill("#password", PASSWORD);
        page.getByRole(AriaRole.BUTTON, named("Log in")).click();
        assertThat(page.locator("h1")).hasText("Second factor");
        assertThat(new AxeBuilder(page).analyze().getViolations()).isEmpty();

        page.getByRole(AriaRole.BUTTON, named("Use a passkey")).click();

        assertThat(page).hasURL(console + "/sandbox/audit");
        page.navigate(console + "/sandbox/account");
        page.getByRole(AriaRole.BUTTON, named("Remove")).click();
        assertThat(page.locator("tbody th")).hasCount(0);
        assertThat(product.trailOf("both-factors")).contains("factor.removed");
        assertThat(new ConsoleCaller(product.address()).loggedIn("both-factors", PASSWORD))
                .isNotNull();
    }

    @Test
    void takesNoPasskeyOfADeviceThatDoesNotKnowItsOwner() {
        Page page = page(false);
        logIn(page, "stolen-device");
        page.fill("#label", "Laptop");
        page.getByRole(AriaRole.BUTTON, named("Add a passkey")).click();

        assertThat(page.locator("#passkey-problem")).isVisible();
        assertThat(page.locator("tbody th")).hasCount(0);
    }

    @Test
    void takesNothingThatAnswersNoChallenge() {
        ConsoleCaller stranger = new ConsoleCaller(product.address());

        HttpResponse<String> reply = stranger.post("/console/login/passkey", Map.of("id", "x"));

        assertThat(reply.statusCode()).isEqualTo(401);
        assertThat(stranger.get("/console/sandbox/audit").statusCode()).isEqualTo(303);
    }
}
