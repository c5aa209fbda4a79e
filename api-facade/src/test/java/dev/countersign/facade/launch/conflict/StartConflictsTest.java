package dev.countersign.facade.launch.conflict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.reconcile.embedded.DirectoryLock;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All that is in the way of a start is told at once, with one line that works. */
class StartConflictsTest {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final StartLine LINE =
            new StartLine("countersign", List.of("--demo", "--server.port=1"), null);
    private static final Pattern PORT = Pattern.compile("--[a-z.-]+port=(\\d+)");

    @TempDir Path home;

    @Test
    void namesAllPortsThatAreTakenAndFreeOnesInTheirPlace() throws Exception {
        try (ServerSocket web = taken();
                ServerSocket broker = taken()) {
            int free = aFreePort();
            String sentence =
                    refusal(
                            Set.of(),
                            port("web pages", "server.port", web.getLocalPort()),
                            port("PostgreSQL", "countersign.embedded.postgres-port", free),
                            port(
                                    "Kafka",
                                    "countersign.embedded.kafka-port",
                                    broker.getLocalPort()));

            assertThat(sentence)
                    .startsWith(
                            "Ports %s (web pages) and %s (Kafka) are taken. Stop what listens there,"
                                    .formatted(web.getLocalPort(), broker.getLocalPort()))
                    .contains("\n  countersign serve --demo --server.port=")
                    .doesNotContain("--server.port=1 ", "postgres-port", "COUNTERSIGN_HOME");
            List<Integer> ports =
                    PORT.matcher(sentence)
                            .results()
                            .map(each -> Integer.valueOf(each.group(1)))
                            .toList();
            assertThat(ports).hasSize(2).doesNotHaveDuplicates().doesNotContain(free);
            for (int port : ports) {
                new ServerSocket(port, 1, LOOPBACK).close();
            }
        }
    }

    @Test
    void choosesAnotherDataDirectoryAndAllPortsWhereThatOneIsInUse() throws Exception {
        int free = aFreePort();
        Path postgres = home.resolve("data").resolve("postgres");
        Path used = home.resolve("data-2").resolve("postgres");
        try (DirectoryLock first = DirectoryLock.take(postgres);
                DirectoryLock second = DirectoryLock.take(used)) {
            assertThat(List.of(first, second)).hasSize(2);
            assertThat(
                            refusal(
                                    Set.of(postgres),
                                    port("web pages", "server.port", free),
                                    port("Kafka", "countersign.embedded.kafka-port", 0)))
                    .matches(
                            """
                            The data directory %1$s is in use by another process. \
                            Stop that process, or start beside it with:
                              COUNTERSIGN_HOME=%1$s-3 countersign serve --demo --server.port=\\d+"""
                                    .formatted(home.resolve("data")));
        }
    }

    @Test
    void letsAStartGoOnThatHasWhatItNeeds() throws IOException {
        int free = aFreePort();
        assertThatCode(
                        () ->
                                StartConflicts.refuse(
                                        List.of(
                                                port("web pages", "server.port", free),
                                                port("metrics", "management.server.port", 0)),
                                        new DataDirectory(home),
                                        Set.of(home.resolve("postgres")),
                                        LINE))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_536, 99_999})
    void refusesANumberThatIsNoPort(int number) {
        StartupRefusedException refused =
                catchThrowableOfType(
                        StartupRefusedException.class,
                        () -> port("web pages", "server.port", number));

        assertThat(refused.sentence())
                .isEqualTo(
                        "The setting server.port says '%s', which is not a value it can have: it takes a port, 0 to 65535."
                                .formatted(number));
    }

    private String refusal(Set<Path> owned, ListeningPort... ports) {
        return catchThrowableOfType(
                        StartupRefusedException.class,
                        () ->
                                StartConflicts.refuse(
                                        List.of(ports),
                                        new DataDirectory(home.resolve("data")),
                                        owned,
                                        LINE))
                .sentence();
    }

    private static ListeningPort port(String purpose, String setting, int number) {
        return new ListeningPort(purpose, setting, LOOPBACK, number);
    }

    private static ServerSocket taken() throws IOException {
        return new ServerSocket(0, 1, LOOPBACK);
    }

    private static int aFreePort() throws IOException {
        try (ServerSocket socket = taken()) {
            return socket.getLocalPort();
        }
    }
}
