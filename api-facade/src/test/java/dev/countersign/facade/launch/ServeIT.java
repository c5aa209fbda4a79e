package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import dev.countersign.facade.testkit.Readme;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product as its user meets it: a process that starts, stops, crashes and is refused. */
class ServeIT {

    @TempDir Path home;

    @Test
    void startsStopsOnCtrlCAndStartsAgainAfterACrash() throws Exception {
        stopsOnCtrlCBeforeItIsReady();
        try (ChildJvm product = serve()) {
            assertThat(get(health(product))).contains("\"UP\"");
            product.interrupt();
            assertThat(product.output())
                    .doesNotContain("Exception")
                    .contains("SANDBOX_KEY=sk_test_", "LIVE_KEY=sk_live_", "PIN_KEY=")
                    .contains("CONSOLE_USER=admin", "CONSOLE_PASSWORD=")
                    .contains("Countersign has stopped; everything it recorded is kept.");
        }
        assertThat(home.resolve("postgres/data/postmaster.pid")).doesNotExist();

        try (ChildJvm product = serve("--countersign.api.reads-per-second=1")) {
            tellsWhoeverIsTooFastToWait(health(product));
            product.kill();
        }
        assertThat(home.resolve("postgres/data/postmaster.pid")).exists();

        try (ChildJvm product = serve()) {
            URI health = health(product);
            assertThat(get(health)).contains("\"UP\"");
            simulatesBesideIt(health);
            killPostgres();
            assertThat(product.exitCode()).isEqualTo(1);
            assertThat(product.output())
                    .contains("The embedded PostgreSQL has ended by itself")
                    .doesNotContain("Countersign has stopped")
                    .as("shown once")
                    .doesNotContain("sk_test_");
        }
    }

    /** In the first second it makes the database. */
    private void stopsOnCtrlCBeforeItIsReady() throws Exception {
        try (ChildJvm product = serve()) {
            assertThat(product.await("Countersign")).startsWith("starts in " + home);
            product.interrupt();
            assertThat(product.output())
                    .doesNotContain("Exception", "was interrupted")
                    .contains("Stopping before the start is complete.")
                    .contains("Countersign has stopped; the next start begins where this one was.");
            assertThat(product.exitCode()).isEqualTo(130);
        }
        assertThat(ProcessHandle.allProcesses())
                .noneMatch(
                        process ->
                                process.info()
                                        .commandLine()
                                        .filter(line -> line.contains(home.toString()))
                                        .isPresent());
    }

    private void killPostgres() throws IOException {
        long postmaster =
                Long.parseLong(
                        Files.readAllLines(home.resolve("postgres/data/postmaster.pid"))
                                .getFirst()
                                .strip());
        assertThat(ProcessHandle.of(postmaster).orElseThrow().destroyForcibly()).isTrue();
    }

    /** A key that may read once a second, and twice at once, asks five times. */
    private void tellsWhoeverIsTooFastToWait(URI health) throws Exception {
        HttpRequest programs = request(health, "/sandbox/v1/programs");
        try (HttpClient client = HttpClient.newHttpClient()) {
            List<HttpResponse<String>> answers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                answers.add(client.send(programs, BodyHandlers.ofString()));
            }
            assertThat(answers.getFirst().statusCode()).isEqualTo(200);
            assertThat(answers)
                    .filteredOn(answer -> answer.statusCode() == 429)
                    .isNotEmpty()
                    .allSatisfy(
                            answer -> {
                                assertThat(answer.headers().firstValueAsLong("Retry-After"))
                                        .hasValue(1);
                                assertThat(answer.body())
                                        .contains("\"rate_limit\"", "\"too_many_requests\"");
                            });
        }
    }

    private HttpRequest request(URI health, String path) {
        String key = new KeysFile(new DataDirectory(home)).read().get("SANDBOX_KEY");
        return HttpRequest.newBuilder(health.resolve(path))
                .header("Authorization", "Bearer " + key)
                .build();
    }

    /** A newcomer's next steps: a feed beside the running product, and a look at it. */
    private void simulatesBesideIt(URI health) throws Exception {
        Path truth = home.resolve("truth.jsonl");
        try (ChildJvm simulate =
                ChildJvm.run(
                        Map.of("COUNTERSIGN_HOME", home.toString()),
                        Main.class,
                        "simulate",
                        "--cards=5",
                        "--messages=200",
                        "--truth=" + truth)) {
            assertThat(simulate.exitCode()).as(simulate.output()).isZero();
        }
        assertThat(Files.readAllLines(truth)).isNotEmpty().hasSizeLessThanOrEqualTo(5);
        interruptsAnotherFeed(health);
        Path messages = Files.writeString(home.resolve("messages.jsonl"), "{}\n\nno JSON\n");
        try (ChildJvm replay =
                ChildJvm.run(
                        Map.of("COUNTERSIGN_HOME", home.toString()),
                        Main.class,
                        "replay",
                        messages.toString())) {
            assertThat(replay.output())
                    .contains("Sent 2 messages.", "2 in quarantine (", "not_json: 1).");
            assertThat(replay.exitCode()).isZero();
        }
        HttpRequest list = request(health, "/sandbox/v1/transactions?limit=1");
        try (HttpClient client = HttpClient.newHttpClient()) {
            Patience.until(() -> text(client, list).contains("\"has_more\":true"));
        }
    }

    /** Once it has issued its cards it sends. */
    private void interruptsAnotherFeed(URI health) throws Exception {
        HttpRequest cards = request(health, "/sandbox/v1/cards?limit=5");
        try (HttpClient client = HttpClient.newHttpClient();
                ChildJvm simulate =
                        ChildJvm.run(
                                Map.of("COUNTERSIGN_HOME", home.toString()),
                                Main.class,
                                "simulate",
                                "--cards=5",
                                "--seed=2",
                                "--rate=1",
                                "--messages=200")) {
            Patience.until(() -> text(client, cards).contains("\"has_more\":true"));
            simulate.interrupt();
            assertThat(simulate.output()).doesNotContain("Exception", "Sent ");
            assertThat(simulate.exitCode()).isEqualTo(130);
        }
    }

    private static String text(HttpClient client, HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void saysBeforeItStartsAnythingWhichPortIsTaken() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ChildJvm product = serve("--server.port=" + socket.getLocalPort())) {
            assertThat(product.output().lines().filter(line -> !line.startsWith("WARNING")))
                    .satisfiesExactly(
                            first ->
                                    assertThat(first)
                                            .isEqualTo(
                                                    "Port "
                                                            + socket.getLocalPort()
                                                            + " (REST interface and console) is taken."
                                                            + " Stop what listens there, or start beside"
                                                            + " it with:"),
                            line ->
                                    assertThat(line)
                                            .startsWith(
                                                    "  COUNTERSIGN_HOME="
                                                            + home
                                                            + " countersign serve")
                                            .contains("--countersign.embedded.postgres-port=0")
                                            .containsPattern("--server\\.port=\\d+$"));
            assertThat(product.exitCode()).isEqualTo(1);
        }
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void readsTheLineOfTheReadmeThatStartsASecondInstance() throws Exception {
        List<String> words = Readme.secondInstance(home);
        Path second = Path.of(words.getFirst());
        List<ServerSocket> taken = new ArrayList<>();
        try {
            for (int port : List.of(8081, 15433, 19093)) {
                take(port, taken);
            }
            try (ChildJvm product =
                    ChildJvm.run(
                            Map.of("COUNTERSIGN_HOME", second.toString()),
                            Main.class,
                            Stream.concat(Stream.of("serve"), words.stream().skip(1))
                                    .toArray(String[]::new))) {
                assertThat(product.output())
                        .contains(
                                "Ports 8081 (REST interface and console), 15433 (",
                                ") and 19093 (",
                                ") are taken.",
                                "  COUNTERSIGN_HOME=" + second + " countersign serve --demo ");
                assertThat(product.exitCode()).isEqualTo(1);
            }
        } finally {
            for (ServerSocket each : taken) {
                each.close();
            }
        }
        assertThat(second).isEqualTo(home.resolve("second")).doesNotExist();
    }

    /** Listens on a port, unless another program does. */
    private static void take(int port, List<ServerSocket> taken) throws IOException {
        try {
            taken.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        } catch (BindException e) {
            assertThat(e).as("port %s", port).hasMessageContaining("in use");
        }
    }

    private ChildJvm serve(String... settings) throws IOException {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "serve",
                                "--management.server.port=0",
                                "--countersign.embedded.postgres-port=0",
                                "--countersign.embedded.kafka-port=0"));
        if (!String.join(" ", settings).contains("--server.port")) {
            arguments.add("--server.port=0");
        }
        arguments.addAll(List.of(settings));
        return ChildJvm.run(
                Map.of("COUNTERSIGN_HOME", home.toString()),
                Main.class,
                arguments.toArray(String[]::new));
    }

    /** Waits until the product is ready, and answers where its health is shown. */
    private static URI health(ChildJvm product) throws IOException {
        return URI.create(product.await("  Health    ").strip());
    }

    private static String get(URI address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                    .body();
        }
    }
}
