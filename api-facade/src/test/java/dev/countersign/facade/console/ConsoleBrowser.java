package dev.countersign.facade.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

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

/** A real browser at the console of a product, and what its pages complain of. */
final class ConsoleBrowser implements AutoCloseable {

    private final TestProduct product;
    private final Playwright playwright;
    private final Browser browser;
    private final Map<String, String> sessions = new HashMap<>();
    private final List<String> complaints = new ArrayList<>();
    private final List<BrowserContext> opened = new ArrayList<>();

    private ConsoleBrowser(TestProduct product, Playwright playwright) {
        this.product = product;
        this.playwright = playwright;
        this.browser = Chromium.launch(playwright);
    }

    static ConsoleBrowser open(TestProduct product) {
        return new ConsoleBrowser(product, Chromium.playwright());
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

    /** Closes the pages of a test, and gives what they complained of. */
    List<String> closePages() {
        List<String> said = List.copyOf(complaints);
        opened.forEach(BrowserContext::close);
        opened.clear();
        complaints.clear();
        return said;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
