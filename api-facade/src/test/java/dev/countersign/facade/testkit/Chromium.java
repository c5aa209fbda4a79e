package dev.countersign.facade.testkit;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Playwright.CreateOptions;
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

    private Chromium() {}

    /** True when there is one. */
    public static boolean isThere() {
        return Files.isExecutable(PATH);
    }

    /** The driver; downloads no browser of its own. */
    public static Playwright playwright() {
        return Playwright.create(
                new CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    }

    public static Browser launch(Playwright playwright) {
        return playwright
                .chromium()
                .launch(new LaunchOptions().setExecutablePath(PATH).setArgs(ARGUMENTS));
    }
}
