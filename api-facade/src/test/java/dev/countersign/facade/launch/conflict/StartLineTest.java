package dev.countersign.facade.launch.conflict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The line that a refused start tells is read by a shell as it is meant. */
class StartLineTest {

    private static final String LAUNCHER = "api-facade/bin/countersign";
    private static final String MAVEN = "mvn -q spring-boot:run";

    @Test
    void replacesTheSettingsThatDoNotWorkAndKeepsTheOthers() {
        StartLine line =
                new StartLine(
                        LAUNCHER,
                        List.of("--demo", "--server.port=8080", "--countersign.night.at=03:00"),
                        null);

        assertThat(line.with(Map.of("server.port", 8081)).text())
                .isEqualTo(
                        "api-facade/bin/countersign serve --demo --countersign.night.at=03:00"
                                + " --server.port=8081");
    }

    @Test
    void namesTheDataDirectoryWhereItIsNotTheUsualOne() {
        StartLine line = new StartLine(LAUNCHER, List.of(), Path.of("/a home"));

        assertThat(line.text())
                .isEqualTo("COUNTERSIGN_HOME='/a home' api-facade/bin/countersign serve");
    }

    @Test
    void handsAllArgumentsToMavenAsOne() throws Exception {
        StartLine line = new StartLine(MAVEN, List.of("--demo", "--a.b=c $d"), null);

        assertThat(words(line.text()))
                .containsExactly(
                        "mvn",
                        "-q",
                        "spring-boot:run",
                        "-Dspring-boot.run.arguments=--demo '--a.b=c $d'");
        assertThat(new StartLine(MAVEN, List.of("--demo"), null).text())
                .isEqualTo("mvn -q spring-boot:run -Dspring-boot.run.arguments=--demo");
        assertThat(new StartLine(MAVEN, List.of(), null).text()).isEqualTo(MAVEN);
    }

    /** As a shell takes a line apart. */
    private static List<String> words(String line) throws Exception {
        Process shell =
                new ProcessBuilder("sh", "-c", "printf '%s\\n' " + line)
                        .redirectErrorStream(true)
                        .start();
        return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }
}
