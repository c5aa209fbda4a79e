package dev.countersign.facade.launch.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import dev.countersign.facade.testkit.Pages;
import dev.countersign.facade.testkit.Readme;
import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.reconcile.embedded.DatabaseRole;
import dev.countersign.reconcile.embedded.EmbeddedPostgres;
import dev.countersign.reconcile.embedded.LoopbackPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ten steps from nothing to two processes of each role, run as the page has them. */
class TwoOfEachRoleIT {

    private static final Path PAGE = Pages.ROOT.resolve("api-facade/docs/operations.md");
    private static final String HEADING = "### From nothing to two of each role";
    private static final int PROCESSES = 6;
    private static final List<String> LOGS =
            List.of("api-1.log", "api-2.log", "ingest-1.log", "jobs-1.log");

    @TempDir Path clone;
    @TempDir Path directory;

    @Test
    void decideAPurchaseAndSettleIt() throws Exception {
        assumeTrue(Readme.runs("curl", "--version"), "the walk is skipped: there is no curl here");
        assumeTrue(Readme.runs("openssl", "version"), "the walk is skipped: no openssl here");
        Path place = directory.resolve("place");
        try (EmbeddedPostgres postgres = postgres();
                EmbeddedKafka broker =
                        EmbeddedKafka.start(directory.resolve("broker"), LoopbackPort.ANY)) {
            Map<String, String> environment = new HashMap<>();
            broker.clientSettings()
                    .forEach(
                            (name, value) ->
                                    environment.put(
                                            "SPRING_KAFKA_PROPERTIES_"
                                                    + name.toUpperCase(Locale.ROOT)
                                                            .replace('.', '_'),
                                            String.valueOf(value)));
            environment.put("POSTGRES", "127.0.0.1:" + postgres.port());
            environment.put(
                    "POSTGRES_PASSWORD",
                    Files.writeString(
                                    directory.resolve("password"),
                                    postgres.password(DatabaseRole.ADMINISTRATOR))
                            .toString());
            environment.put("KAFKA", broker.bootstrapServers());
            environment.put("PLACE", place.toString());
            environment.put("INTERFACE", String.valueOf(freePorts(2)));
            environment.put("MANAGEMENT", String.valueOf(freePorts(PROCESSES)));

            String output =
                    Readme.run(
                            "trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n%s\nalive=($(jobs -rp))\necho ALIVE ${#alive[@]}\n"
                                    .formatted(Readme.commands(PAGE, HEADING)),
                            clone,
                            environment);

            assertThat(output).contains("\"status\": \"authorized\"", "\"amount\": 6000");
            assertThat(output).contains("Proved. ", "ALIVE " + PROCESSES);
            assertThat(output.lines().filter(line -> line.contains(" is what port ")))
                    .hasSize(PROCESSES)
                    .allSatisfy(line -> assertThat(line).contains("\"status\":\"UP\""));
        }
        Map<String, String> keys = new KeysFile(new DataDirectory(place.resolve("api-1"))).read();
        assertThat(place.resolve("api-1.log")).content().contains("First start: ");
        for (String log : LOGS) {
            assertThat(place.resolve(log))
                    .content()
                    .contains("Countersign is ready.")
                    .doesNotContain(
                            keys.get("SANDBOX_KEY"),
                            keys.get("LIVE_KEY"),
                            keys.get("PIN_KEY"),
                            keys.get("CONSOLE_PASSWORD"));
        }
        try (Stream<Path> reports = Files.walk(place.resolve("shared/reports"))) {
            assertThat(reports).anyMatch(file -> file.toString().endsWith(".csv"));
        }
    }

    /** With as many connections as the page wants. */
    private EmbeddedPostgres postgres() throws Exception {
        Path home = directory.resolve("postgres");
        try (EmbeddedPostgres made = EmbeddedPostgres.start(home, LoopbackPort.ANY);
                Connection connection = made.source(DatabaseRole.ADMINISTRATOR).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("alter system set max_connections = 300");
        }
        return EmbeddedPostgres.start(home, LoopbackPort.ANY);
    }

    /** The first of so many that follow each other and nobody listens at. */
    private static int freePorts(int count) {
        while (true) {
            int first = ThreadLocalRandom.current().nextInt(20_000, 30_000);
            if (IntStream.range(first, first + count).allMatch(TwoOfEachRoleIT::isFree)) {
                return first;
            }
        }
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
