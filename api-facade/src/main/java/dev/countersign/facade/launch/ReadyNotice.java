package dev.countersign.facade.launch;

import dev.countersign.facade.local.DataDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.springframework.core.env.Environment;

/**
 * What the console shows once everything runs: where things are, and what to try next.
 *
 * @param text several lines, ready to print
 */
record ReadyNotice(String text) {

    /** Where it is started from its sources, and what the command line runs there. */
    private static final Path SOURCE = Path.of("api-facade", "pom.xml");

    private static final Path JAR = Path.of("api-facade", "target", "countersign.jar");

    static ReadyNotice of(Environment settings, Set<Role> roles, DataDirectory directory) {
        StringBuilder text = new StringBuilder("\nCountersign is ready.\n");
        String base =
                "http://"
                        + settings.getProperty("server.address", "127.0.0.1")
                        + ":"
                        + settings.getProperty("local.server.port", "8080");
        if (roles.contains(Role.API)) {
            line(text, "Production", base + "/v1");
            line(text, "Sandbox", base + "/sandbox/v1");
            line(text, "Console", base + "/console");
            line(text, "Health", base + "/actuator/health");
        }
        line(text, "PostgreSQL", address(settings.getProperty("spring.datasource.url", "")));
        line(text, "Kafka", settings.getProperty("spring.kafka.bootstrap-servers", ""));
        if (settings.getProperty("countersign.vault.password", "").isEmpty()
                && settings.getProperty("countersign.vault.pkcs11-config", "").isEmpty()) {
            line(
                    text,
                    "Vault",
                    directory.path().resolve("vault.p12")
                            + ", with its password beside it: before cards are real, move one of them"
                            + " (api-facade/docs/operations.md, Keys)");
        }
        if (Files.exists(directory.keysFile())) {
            line(text, "Keys", directory.keysFile().toString());
            text.append("\nTo begin, in another terminal:\n");
            if (Files.exists(SOURCE) && !Files.exists(JAR)) {
                text.append("  mvn -q package -DskipTests     # once, for the command line\n");
            }
            text.append("  . ").append(directory.keysFile()).append('\n');
            text.append("  api-facade/bin/countersign simulate --cards 200 --messages 5000\n");
            text.append("  curl -H \"Authorization: Bearer $SANDBOX_KEY\" '")
                    .append(base)
                    .append("/sandbox/v1/transactions?limit=5'\n");
        }
        return new ReadyNotice(text.append("\nStop with Ctrl-C.").toString());
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
