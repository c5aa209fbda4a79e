package dev.countersign.facade.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.facade.connection.KeptConnections.Answer;
import dev.countersign.facade.launch.Main;
import dev.countersign.facade.testkit.Pages;
import dev.countersign.facade.testkit.Readme;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.Patience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Two processes of the interface behind a proxy, which are ended with SIGTERM and started again,
 * one after the other, while a hundred requests a second come: reads and writes, each sent once.
 */
class RollingRestartIT {

    private static final Logger log = LoggerFactory.getLogger(RollingRestartIT.class);
    private static final TestProduct PRODUCT = TestProduct.running();
    private static final Path PAGE = Pages.ROOT.resolve("api-facade/docs/operations.md");
    private static final Pattern CONFIGURATION =
            Pattern.compile("```haproxy\n(.*?)```", Pattern.DOTALL);
    private static final Pattern UP = Pattern.compile("^processes,(one|other),.*,UP,");
    private static final long PERIOD_MS = 10;
    private static final int IN_PROGRESS_MAX = 16;

    /** As the system counts a process that SIGTERM ended. */
    private static final int TERMINATED = 143;

    private final int onePort = port();
    private final int otherPort = port();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Set<String> created = ConcurrentHashMap.newKeySet();
    private final AtomicInteger sent = new AtomicInteger();

    /** A machine that is too slow for the rate is asked less, and not overrun. */
    private final Semaphore free = new Semaphore(IN_PROGRESS_MAX);

    @TempDir Path directory;

    private long customersBefore;

    /** The balancing of requests by a proxy. */
    @FunctionalInterface
    private interface Proxy {
        Answer send(String request) throws IOException;
    }

    @BeforeEach
    void count() {
        customersBefore = customers();
    }

    @Test
    void failsNoRequestBehindAProxyThatChecksReadiness() throws Exception {
        try (Balancer balancer = new Balancer(List.of(onePort, otherPort))) {
            restartEach("2s", balancer::send, balancer::sendsToAll);
        }
    }

    /** It is set up as the page of operations says, but for addresses and TLS. */
    @Test
    void failsNoRequestBehindHaproxy() throws Exception {
        assumeTrue(Readme.runs("haproxy", "-v"), "skipped: there is no haproxy here");
        int port = port();
        int statistics = port();
        String configuration = configuration(port, statistics).toString();
        Process haproxy =
                new ProcessBuilder("haproxy", "-db", "-f", configuration)
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("haproxy.log").toFile())
                        .start();
        try (KeptConnections proxy = new KeptConnections(port)) {
            restartEach("5s", proxy::send, () -> up(statistics) == 2);
        } finally {
            haproxy.destroyForcibly().waitFor();
        }
    }

    private void restartEach(String drain, Proxy proxy, BooleanSupplier sendsToBoth)
            throws Exception {
        try (Member one = new Member("rolling-1", onePort, drain);
                Member other = new Member("rolling-2", otherPort, drain)) {
            Runnable awaitBoth =
                    () ->
                            Patience.until(
                                    () -> {
                                        one.requireAlive();
                                        other.requireAlive();
                                        return sendsToBoth.getAsBoolean();
                                    });
            awaitBoth.run();
            try (ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
                    ScheduledExecutorService clock = Executors.newScheduledThreadPool(1)) {
                var unused =
                        clock.scheduleAtFixedRate(
                                () -> {
                                    if (free.tryAcquire()) {
                                        requests.execute(() -> request(proxy));
                                    }
                                },
                                0,
                                PERIOD_MS,
                                TimeUnit.MILLISECONDS);
                awaitMore(100);
                one.restart();
                awaitBoth.run();
                other.restart();
                awaitBoth.run();
                awaitMore(100);
            }
        }
        log.info("requests={} failed={}", sent.get(), failures.size());
        assertThat(failures).as("of %d requests", sent.get()).isEmpty();
        assertThat(created).hasSize(sent.get() / 2);
        assertThat(customers() - customersBefore).isEqualTo(created.size());
    }

    private void awaitMore(int requests) {
        int before = sent.get();
        Patience.until(() -> sent.get() >= before + requests);
    }

    /** Sends a request, every second one of which makes a customer, and keeps what failed. */
    private void request(Proxy proxy) {
        int number = sent.incrementAndGet();
        boolean write = number % 2 == 0;
        try {
            Answer answer = proxy.send(write ? writing(number) : reading());
            if (answer.status() != (write ? 201 : 200)) {
                failures.add(number + ": " + answer);
            } else if (write) {
                created.add(JsonMapper.shared().readTree(answer.body()).at("/id").asString());
            }
        } catch (IOException | RuntimeException e) {
            failures.add(number + ": " + e);
        } finally {
            free.release();
        }
    }

    private static String reading() {
        return "GET /sandbox/v1/programs HTTP/1.1\r\n" + headers() + "\r\n";
    }

    private static String writing(int number) {
        String body = "{\"type\":\"individual\"}";
        return "POST /sandbox/v1/customers HTTP/1.1\r\n"
                + headers()
                + ("Idempotency-Key: rolling-restart-" + System.nanoTime() + "-" + number + "\r\n")
                + ("Content-Type: application/json\r\nContent-Length: " + body.length())
                + "\r\n\r\n"
                + body;
    }

    private static String headers() {
        return "Host: localhost\r\nAuthorization: Bearer %s\r\n"
                .formatted(PRODUCT.key(Mode.SANDBOX));
    }

    private static long customers() {
        return PRODUCT.book()
                .database()
                .read(
                        handle ->
                                handle.createQuery("select count(*) from customer")
                                        .mapTo(Long.class)
                                        .one());
    }

    /** Counts the processes that HAProxy sends requests to, by its own page of statistics. */
    private static long up(int statistics) {
        URI page = URI.create("http://127.0.0.1:" + statistics + "/;csv");
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofLines())
                    .body()
                    .filter(line -> UP.matcher(line).find())
                    .count();
        } catch (IOException e) {
            return 0; // it does not listen yet
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path configuration(int port, int statistics) throws IOException {
        Matcher page = CONFIGURATION.matcher(Pages.read(PAGE));
        assertThat(page.find()).as("%s has a configuration of HAProxy", PAGE).isTrue();
        String here =
                page.group(1)
                        .replaceAll("bind .*", "bind 127.0.0.1:" + port)
                        .replaceAll("server one \\S+", "server one 127.0.0.1:" + onePort)
                        .replaceAll("server other \\S+", "server other 127.0.0.1:" + otherPort);
        assertThat(here).contains(":" + port, ":" + onePort, ":" + otherPort);
        String shown =
                "\nfrontend statistics\n    bind 127.0.0.1:%s\n    stats enable\n    stats uri /\n"
                        .formatted(statistics);
        return Files.writeString(directory.resolve("haproxy.cfg"), here + shown);
    }

    private static int port() {
        return LoopbackPort.claim(LoopbackPort.ANY, "a process", "none");
    }

    /** A process of the interface, which its supervisor starts again. */
    private final class Member implements AutoCloseable {

        private final Map<String, String> environment;
        private ChildJvm process;
        private CompletableFuture<String> output;

        Member(String name, int port, String drain) throws IOException {
            ObjectNode settings = JsonMapper.shared().createObjectNode();
            for (String setting : PRODUCT.settings()) {
                int value = setting.indexOf('=');
                settings.put(setting.substring("--".length(), value), setting.substring(value + 1));
            }
            settings.put("server.port", port)
                    .put("management.server.port", 0)
                    .put("countersign.ingest.instance-id", name)
                    .put("countersign.shutdown.drain", drain);
            environment =
                    Map.of(
                            "COUNTERSIGN_HOME",
                            directory.toString(),
                            "SPRING_APPLICATION_JSON",
                            settings.toString());
            start();
        }

        private void start() throws IOException {
            process = ChildJvm.run(environment, Main.class, "serve", "--roles=api");
            output = CompletableFuture.supplyAsync(process::output, Thread::startVirtualThread);
        }

        void requireAlive() {
            assertThat(process.isAlive()).as(() -> output.join()).isTrue();
        }

        void restart() throws IOException, InterruptedException {
            process.terminate();
            assertThat(process.exitCode()).as(output.join()).isEqualTo(TERMINATED);
            start();
        }

        @Override
        public void close() {
            process.close();
        }
    }
}
