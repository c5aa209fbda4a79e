package dev.countersign.reconcile.vault.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.reconcile.testkit.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A token of SoftHSM in a directory of its own, where SoftHSM is installed. */
final class SoftHsm {

    static final String PIN = "246810";

    private static final List<Path> LIBRARIES =
            List.of(
                    Path.of("/usr/lib/softhsm/libsofthsm2.so"),
                    Path.of("/usr/lib64/softhsm/libsofthsm2.so"),
                    Path.of("/usr/lib64/libsofthsm2.so"),
                    Path.of("/usr/lib/libsofthsm2.so"),
                    Path.of("/usr/local/lib/softhsm/libsofthsm2.so"),
                    Path.of("/opt/homebrew/lib/softhsm/libsofthsm2.so"));

    private final Path directory;
    private final Path library;

    private SoftHsm(Path directory, Path library) {
        this.directory = directory;
        this.library = library;
    }

    /** A new token; the test is skipped, and says why, where there can be none. */
    static SoftHsm inDirectory(Path directory) throws IOException, InterruptedException {
        Path library =
                LIBRARIES.stream()
                        .filter(Files::exists)
                        .findFirst()
                        .orElseGet(() -> abort("libsofthsm2 is not installed"));
        SoftHsm token = new SoftHsm(directory, library);
        Files.createDirectories(directory.resolve("tokens"));
        Files.writeString(
                token.settings(),
                "directories.tokendir = " + directory.resolve("tokens") + "\nlog.level = ERROR\n");
        assumeTrue(token.initialise(), "softhsm2-util is not installed");
        return token;
    }

    private boolean initialise() throws IOException, InterruptedException {
        ProcessBuilder tool =
                new ProcessBuilder(
                                "softhsm2-util",
                                "--init-token",
                                "--free",
                                "--label=countersign",
                                "--pin=" + PIN,
                                "--so-pin=13579111")
                        .redirectErrorStream(true);
        tool.environment().putAll(environment());
        Process process;
        try {
            process = tool.start();
        } catch (IOException notInstalled) {
            return false;
        }
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("softhsm2-util: " + output);
        }
        return true;
    }

    /** The provider's configuration, with what it says of the keys. */
    Path configuration(String attributes) throws IOException {
        Path configuration = directory.resolve("pkcs11.cfg");
        Files.writeString(
                configuration,
                """
                name = countersign
                library = %s
                slotListIndex = 0
                %s
                """
                        .formatted(library, attributes));
        return configuration;
    }

    /** Runs a process beside the token, which reads where it is from its environment. */
    String run(Class<?> main, String... arguments) throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.run(environment(), main, arguments)) {
            return child.output();
        }
    }

    private Path settings() {
        return directory.resolve("softhsm2.conf");
    }

    private Map<String, String> environment() {
        return Map.of("SOFTHSM2_CONF", settings().toString());
    }
}
