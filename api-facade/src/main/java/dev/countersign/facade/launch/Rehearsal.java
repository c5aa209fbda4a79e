package dev.countersign.facade.launch;

import dev.countersign.facade.console.now.FeedLag;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.ApplicationContext;
import picocli.CommandLine;

/**
 * A day of a product without users: traffic is decided, its night is run, and the results are read,
 * so that everything that happens in production has happened once.
 */
record Rehearsal(ApplicationContext product, CommandLine commands) {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final int READS = 200;
    private static final String SANDBOX = "sandbox";
    private static final int MONTH_LENGTH = "2026-11".length();
    private static final List<String> ADDRESSES =
            List.of(
                    "/sandbox/v1/programs",
                    "/sandbox/v1/customers",
                    "/sandbox/v1/cards",
                    "/sandbox/v1/transactions?limit=100",
                    "/sandbox/v1/transactions?status=declined",
                    "/sandbox/v1/disputes",
                    "/console/login");

    /** Answers the exit code of the first command that failed, or 0. */
    int run() throws InterruptedException {
        int sent = commands.execute("simulate", "--cards", "500", "--messages", "20000");
        if (sent != 0) {
            return sent;
        }
        awaitDecisions();
        read();
        String yesterday =
                LocalDate.ofInstant(InstantSource.system().instant(), ZoneOffset.UTC)
                        .minusDays(1)
                        .toString();
        int night =
                commands.execute(
                        "job", "run", "nightly", "--business-date", yesterday, "--mode", SANDBOX);
        if (night == 0) {
            readPages(yesterday);
        }
        return night;
    }

    /** So that later each of these commands answers in a second; what they say is of no matter. */
    private void readPages(String date) {
        String out = DataDirectory.ofThisProcess().path().resolve("rehearsed").toString();
        List.of(
                        List.of("job", "list", "--mode", SANDBOX),
                        List.of("job", "show", "1"),
                        List.of("breaks", "list", "--mode", SANDBOX),
                        List.of("breaks", "list", "--mode", SANDBOX, "--format", "json"),
                        List.of("breaks", "list", "--mode", SANDBOX, "--format", "csv"),
                        List.of("ledger", "trial-balance", "--mode", SANDBOX),
                        List.of(
                                "report",
                                "settlement-proof",
                                "--mode",
                                SANDBOX,
                                "--business-date",
                                date,
                                "--out",
                                out),
                        List.of(
                                "month",
                                "show",
                                "--mode",
                                SANDBOX,
                                date.substring(0, MONTH_LENGTH)),
                        List.of("accounts", "list"),
                        List.of("programs", "list"),
                        List.of("keys", "list"),
                        List.of("operators", "list"),
                        List.of("audit", "verify"))
                .forEach(line -> commands.execute(line.toArray(String[]::new)));
    }

    private void awaitDecisions() throws InterruptedException {
        FeedLag lag = product.getBean(FeedLag.class);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (lag.messages().orElse(1) > 0 && System.nanoTime() < deadline) {
            Thread.sleep(LOOK_AGAIN);
        }
    }

    private void read() throws InterruptedException {
        List<String> addresses =
                new ArrayList<>(ADDRESSES.stream().map(path -> at("server") + path).toList());
        addresses.add(at("management") + "/actuator/prometheus");
        String key =
                new KeysFile(DataDirectory.ofThisProcess()).read().getOrDefault("SANDBOX_KEY", "");
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (int i = 0; i < READS; i++) {
                HttpRequest request =
                        HttpRequest.newBuilder(URI.create(addresses.get(i % addresses.size())))
                                .header("Authorization", "Bearer " + key)
                                .build();
                var unused = client.send(request, HttpResponse.BodyHandlers.discarding());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String at(String port) {
        return "http://127.0.0.1:"
                + product.getEnvironment().getProperty("local." + port + ".port");
    }
}
