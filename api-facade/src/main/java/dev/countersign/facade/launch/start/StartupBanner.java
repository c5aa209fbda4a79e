package dev.countersign.facade.launch.start;

import dev.countersign.facade.launch.conflict.StartLine;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.ShellText;
import java.nio.file.Files;
import java.util.Set;
import org.springframework.core.env.Environment;

/**
 * The text that the terminal shows once everything runs: where things are, and what to try next.
 *
 * @param text several lines, ready to print
 */
record StartupBanner(String text) {

    static StartupBanner of(
            Environment settings, Set<Role> roles, boolean demo, DataDirectory directory) {
        StringBuilder text = new StringBuilder("\nCountersign is ready.\n");
        String base = WebAddress.of(settings);
        if (roles.contains(Role.API)) {
            line(text, "Live", base + "/v1");
            line(text, "Sandbox", base + "/sandbox/v1");
            line(text, "Console", base + "/console");
        }
        String metrics = WebAddress.ofMetrics(settings);
        line(text, "Health", (roles.contains(Role.API) ? base : metrics) + "/actuator/health");
        line(text, "Metrics", metrics + "/actuator/prometheus");
        line(text, "PostgreSQL", address(settings.getProperty("spring.datasource.url", "")));
        line(text, "Kafka", settings.getProperty("spring.kafka.bootstrap-servers", ""));
        if (settings.getProperty("countersign.vault.password", "").isEmpty()
                && settings.getProperty("countersign.vault.pkcs11-config", "").isEmpty()) {
            line(
                    text,
                    "Vault",
                    settings.getProperty(
                                    "countersign.vault.key-store",
                                    directory.path().resolve("vault.p12").toString())
                            + ", with its password in "
                            + directory.path().resolve("vault.password")
                            + ": before cards are real, move one of them"
                            + " (api-facade/docs/operations.md, Keys)");
        }
        if (Files.exists(directory.keysFile())) {
            line(text, "Keys", directory.keysFile().toString());
            text.append(
                    demo && roles.contains(Role.API)
                            ? "\nTo begin, open " + base + "/console. In another terminal:\n"
                            : "\nTo begin, in another terminal:\n");
            text.append("  . ")
                    .append(ShellText.quoted(directory.keysFile().toString()))
                    .append('\n');
            text.append("  ")
                    .append(ShellText.quoted(StartLine.commandLauncher()))
                    .append(
                            demo
                                    ? " breaks list --mode sandbox\n"
                                    : " simulate --cards 200 --messages 5000\n");
            if (roles.contains(Role.API)) {
                text.append(
                        "  curl -H \"Authorization: Bearer $SANDBOX_KEY\""
                                + " \"$COUNTERSIGN_URL/sandbox/v1/transactions?limit=5\"\n");
            }
        }
        return new StartupBanner(text.append("\nStop with Ctrl-C.").toString());
    }

    /** A JDBC address without its parameters, among which a password may be. */
    private static String address(String url) {
        int parameters = url.indexOf('?');
        return parameters < 0 ? url : url.substring(0, parameters);
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("  %-12s%s%n".formatted(name, value));
    }
}
