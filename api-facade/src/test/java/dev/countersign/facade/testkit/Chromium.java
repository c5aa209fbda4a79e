package dev.countersign.facade.testkit;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Playwright.CreateOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The machine's own browser, driven by tests; it asks nobody for anything by itself. */
public final class Chromium {

    /** The paths at which distributions install it. */
    public static final Path PATH = Path.of("/usr/bin/chromium");

    private static final List<String> ARGUMENTS =
            List.of(
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync");

    private static final double SHOWN_MILLIS_MAX = 60_000;

    private Chromium() {}

    /** True when there is one. */
    public static boolean isThere() {
        return Files.isExecutable(PATH);
    }

    /**
     * The driver; downloads no browser of its own. What is asserted of a page is waited for, for a
     * minute on a slow machine.
     */
    public static Playwright playwright() {
        PlaywrightAssertions.setDefaultAssertionTimeout(SHOWN_MILLIS_MAX);
        return Playwright.create(
                new CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    }

    public static Browser launch(Playwright playwright) {
        return playwright
                .chromium()
                .launch(new LaunchOptions().setExecutablePath(PATH).setArgs(ARGUMENTS));
    }
}
