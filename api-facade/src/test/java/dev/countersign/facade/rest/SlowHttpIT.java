package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Callers who send a byte now and then take nothing from the others. */
@Tag("alone") // a second is a second of a machine that does nothing else
class SlowHttpIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final URI SERVER = URI.create(PRODUCT.address());
    private static final int SLOW = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** As long as this all slow senders are there. */
    private static final Duration SLOW_STAY = Duration.ofSeconds(8);

    private static final int ROUNDS = 20;

    private final List<SocketChannel> slow = new ArrayList<>();
    private final ScheduledExecutorService drip = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void close() throws IOException {
        drip.shutdownNow();
        for (SocketChannel socket : slow) {
            socket.close();
        }
    }

    @Test
    void delayNobodyWhileThousandBodiesAndThousandHeadsComeAByteAtATime() throws Exception {
        answerOften();
        long begin = System.nanoTime();
        for (int i = 0; i < SLOW; i++) {
            open("POST /sandbox/v1/customers HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
            String key = i % 2 == 0 ? PRODUCT.key(Mode.SANDBOX) : "nobody";
            open(
                    "POST /sandbox/v1/customers HTTP/1.1\r\n"
                            + "Host: 127.0.0.1\r\n"
                            + "Authorization: Bearer "
                            + key
                            + "\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n");
        }
        var unused = drip.scheduleWithFixedDelay(this::drip, 100, 100, TimeUnit.MILLISECONDS);

        List<Duration> took = new ArrayList<>();
        Duration accepted;
        try (HttpClient client = HttpClient.newHttpClient()) {
            // Behind two thousand connections that are just being accepted.
            accepted = ask(client, "/actuator/health/liveness");
            for (int i = 0; i < ROUNDS && since(begin).compareTo(SLOW_STAY) < 0; i++) {
                took.add(ask(client, "/actuator/health/liveness"));
                took.add(ask(client, "/sandbox/v1/customers?limit=1"));
                try (HttpClient other = HttpClient.newHttpClient()) {
                    took.add(ask(other, "/actuator/health/liveness"));
                }
            }
        }

        assertThat(accepted).isLessThan(SLOW_STAY);
        assertThat(took)
                .as("at least one round while they were there, and none that waited for their end")
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each).isLessThan(SLOW_STAY));
        // A machine that does nothing else stands still at times all the same.
        assertThat(took.stream().sorted().toList().get(took.size() / 2))
                .as("half of all answers, of %s", took)
                .isLessThan(PATIENCE);
    }

    private static Duration since(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** The first thousand answers of a process take longer by themselves, each compiled anew. */
    private static void answerOften() throws Exception {
        HttpRequest stranger =
                HttpRequest.newBuilder(SERVER.resolve("/sandbox/v1/customers"))
                        .header("Authorization", "Bearer nobody")
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (int i = 0; i < SLOW / 2; i++) {
                client.send(stranger, BodyHandlers.discarding());
                ask(client, "/actuator/health/liveness");
                ask(client, "/sandbox/v1/customers?limit=1");
            }
        }
    }

    private void open(String head) throws IOException {
        SocketChannel socket =
                SocketChannel.open(new InetSocketAddress(SERVER.getHost(), SERVER.getPort()));
        slow.add(socket);
        socket.write(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
        socket.configureBlocking(false);
    }

    private void drip() {
        for (SocketChannel socket : slow) {
            try {
                socket.write(ByteBuffer.wrap(new byte[] {'1'}));
            } catch (IOException ended) {
                // The server is free to end what is slow.
            }
        }
    }

    private static Duration ask(HttpClient client, String path) throws Exception {
        long begin = System.nanoTime();
        int status =
                client.send(
                                HttpRequest.newBuilder(SERVER.resolve(path))
                                        .header(
                                                "Authorization",
                                                "Bearer " + PRODUCT.key(Mode.SANDBOX))
                                        .build(),
                                BodyHandlers.discarding())
                        .statusCode();
        assertThat(status).isEqualTo(200);
        return since(begin);
    }
}
