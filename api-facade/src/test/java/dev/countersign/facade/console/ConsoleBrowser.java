package dev.countersign.facade.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import dev.countersign.facade.testkit.Chromium;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real browser at the console of a product, of a class of tests. A test fails whose pages
 * complained of something; without a browser, the class is skipped.
 */
final class ConsoleBrowser implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    private TestProduct product;
    private @Nullable Playwright playwright;
    private Browser browser;
    private final Map<String, String> sessions = new HashMap<>();
    private final List<String> complaints = new ArrayList<>();
    private final List<BrowserContext> opened = new ArrayList<>();

    @Override
    public void beforeAll(ExtensionContext context) {
        assumeTrue(
                Chromium.isThere(),
                "the console is not walked with a browser: there is no " + Chromium.PATH);
        product = TestProduct.running();
        playwright = Chromium.playwright();
        browser = Chromium.launch(playwright);
    }

    TestProduct product() {
        return product;
    }

    /** A page of somebody who is logged in; once for each, as people are for a day. */
    Page login(String name, ColorScheme scheme, int width) {
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
            page.fill("#password", ConsoleCaller.PASSWORD);
            page.click("form button[type=submit]");
        }
        assertThat(page.locator("nav.side")).isVisible();
        page.waitForLoadState();
        sessions.put(name, context.storageState());
        return page;
    }

    Page login(String name) {
        return login(name, ColorScheme.LIGHT, 1_360);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        List<String> said = List.copyOf(complaints);
        opened.forEach(BrowserContext::close);
        opened.clear();
        complaints.clear();
        assertThat(said).isEmpty();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (playwright != null) {
            playwright.close();
        }
    }
}
