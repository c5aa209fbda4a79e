package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.PackagedProduct;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start that was rehearsed once. */
class PrepareIT {

    @TempDir Path directory;

    @Test
    void startsFromWhatTheRehearsalLeft() throws Exception {
        Path prepared = directory.resolve("a prepared product");
        Map<String, String> environment =
                Map.of(
                        "COUNTERSIGN_PREPARED",
                        prepared.toString(),
                        "JAVA_TOOL_OPTIONS",
                        "-XX:TieredStopAtLevel=1"); // compiling for good takes most of a rehearsal
        assertThat(prepare(environment))
                .as(prepared + "/rehearsal.log")
                .startsWith("0 Preparing ")
                .contains("Prepared");
        assertThat(prepared.resolve("rehearsal.log"))
                .content()
                .contains("Sent 20000 messages", "night ends: status=COMPLETED");
        assertThat(prepared.resolve("home")).as("its keys and its book").doesNotExist();

        try (PackagedProduct product =
                PackagedProduct.start(directory.resolve("home"), environment)) {
            assertThat(product.sandbox("none").get("/programs").status()).isEqualTo(401);
            assertThat(ProcessHandle.allProcesses())
                    .as("a process that runs what was laid out")
                    .anyMatch(
                            each ->
                                    each.info()
                                            .commandLine()
                                            .orElse("")
                                            .contains(prepared + "/countersign.jar"));
        }
    }

    private static String prepare(Map<String, String> environment) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("bin/countersign", "prepare").redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + output;
    }
}
