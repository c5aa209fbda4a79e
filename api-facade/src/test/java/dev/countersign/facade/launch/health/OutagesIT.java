package dev.countersign.facade.launch.health;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.countersign.facade.launch.ProductForTests;
import dev.countersign.facade.testkit.CapturedLog;
import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** A database and a broker that go away and come back, and what the log says of it. */
class OutagesIT {

    /** In it each that waits tries several times. */
    private static final Duration SOME_ATTEMPTS = Duration.ofSeconds(5);

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path directory;

    @BeforeEach
    void beginAnew() {
        POSTGRES.empty();
    }

    @Test
    void areSaidOnceEachAndOnceMoreWhenTheyAreOver() throws Exception {
        EmbeddedKafka broker = EmbeddedKafka.start(directory.resolve("broker"), LoopbackPort.ANY);
        int port = broker.port();
        try (ConfigurableApplicationContext product = ProductForTests.start(settings(broker))) {
            FeedService feed = product.getBean(FeedService.class);
            Patience.until(() -> !feed.owned().isEmpty());
            try (CapturedLog log = CapturedLog.ofAll(Level.INFO)) {
                POSTGRES.refuseConnections();
                Patience.until(() -> says(log, "The database does not answer"));
                for (int i = 0; i < 3; i++) {
                    assertThat(ask(product).statusCode()).isEqualTo(503);
                }
                POSTGRES.acceptConnections();
                Patience.until(() -> says(log, "The database answers again, after "));
                Patience.until(() -> !feed.owned().isEmpty());

                broker.close();
                Patience.until(() -> says(log, "The broker does not answer"));
                broker = EmbeddedKafka.start(directory.resolve("broker"), port);
                Patience.until(() -> says(log, "The broker answers again, after "));

                assertThat(log.messages(Level.WARN))
                        .satisfiesExactly(
                                line -> assertThat(line).startsWith("The database does not answer"),
                                line -> assertThat(line).startsWith("The broker does not answer"));
                assertThat(log.messages(Level.INFO))
                        .filteredOn(line -> line.contains("answers again"))
                        .satisfiesExactly(
                                line -> assertThat(line).startsWith("The database answers again"),
                                line -> assertThat(line).startsWith("The broker answers again"));
            }
        } finally {
            broker.close();
        }
    }

    /** Background work meets the same trouble again at each attempt. */
    @Test
    void areLocksThatAnotherSessionHoldsSaidOnceByEachThatWaitsForThem() throws Exception {
        try (EmbeddedKafka broker =
                        EmbeddedKafka.start(directory.resolve("locked"), LoopbackPort.ANY);
                ConfigurableApplicationContext product =
                        ProductForTests.start(
                                settings(broker, "--countersign.database.stream-lock-max=200ms"))) {
            FeedService feed = product.getBean(FeedService.class);
            Patience.until(() -> !feed.owned().isEmpty());
            try (CapturedLog log = CapturedLog.ofAll(Level.INFO)) {
                try (Connection other = POSTGRES.ownerSource().getConnection();
                        Statement statement = other.createStatement()) {
                    other.setAutoCommit(false);
                    statement.execute(
                            "lock table event_position, feed_position in access exclusive mode");
                    new FeedTopics(broker.clientFile(), 1)
                            .send(
                                    List.of(
                                            new SimulatedMessage(
                                                    Instant.EPOCH, "a", "no message", false)));
                    Patience.until(() -> says(log, "event-relay waits"));
                    Patience.until(() -> says(log, "feed waits"));
                    Instant later = Instant.now().plus(SOME_ATTEMPTS);
                    Patience.until(() -> Instant.now().isAfter(later));
                }
                Patience.until(() -> says(log, "event-relay goes on"));
                Patience.until(() -> says(log, "feed goes on"));

                assertThat(log.messages(Level.WARN))
                        .satisfiesExactlyInAnyOrder(
                                line -> assertThat(line).startsWith("event-relay waits: "),
                                line -> assertThat(line).startsWith("feed waits and goes on: "),
                                line -> assertThat(line).startsWith("feed waits for the database"));
                assertThat(log.messages(Level.INFO))
                        .containsOnlyOnce("event-relay goes on", "feed goes on");
            }
        }
    }

    private static boolean says(CapturedLog log, String words) {
        return log.messages(Level.INFO).stream().anyMatch(line -> line.contains(words));
    }

    private List<String> settings(EmbeddedKafka brokers, String... more) {
        List<String> settings = new ArrayList<>();
        brokers.clientSettings()
                .forEach(
                        (name, value) ->
                                settings.add("--spring.kafka.properties." + name + "=" + value));
        settings.addAll(
                List.of(
                        "--spring.datasource.url=" + POSTGRES.url(),
                        "--spring.datasource.hikari.connection-timeout=300",
                        "--spring.kafka.bootstrap-servers=" + brokers.bootstrapServers(),
                        "--countersign.vault.key-store=" + directory.resolve("vault.p12"),
                        "--countersign.vault.password=test",
                        "--server.port=0"));
        settings.addAll(List.of(more));
        return settings;
    }

    private static HttpResponse<String> ask(ConfigurableApplicationContext product)
            throws Exception {
        String port = product.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/cards"))
                        .header("Authorization", "Bearer sk_live_0000000000000000000000")
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString());
        }
    }
}
