package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** A database and a broker that go away and come back, and what the log says of it. */
class OutagesIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path directory;

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Lines log = new Lines();

    /** What was said that somebody has to look at, and of servers. */
    private static final class Lines extends AppenderBase<ILoggingEvent> {

        private final List<String> kept = Collections.synchronizedList(new ArrayList<>());

        @Override
        protected void append(ILoggingEvent event) {
            boolean ofServers = event.getFormattedMessage().contains("answers again");
            if (event.getLevel().isGreaterOrEqual(Level.WARN) || ofServers) {
                kept.add(event.getFormattedMessage());
            }
        }

        boolean say(String words) {
            return List.copyOf(kept).stream().anyMatch(line -> line.contains(words));
        }
    }

    @BeforeEach
    void listen() {
        log.setContext(root.getLoggerContext());
        log.start();
    }

    @AfterEach
    void stopListening() {
        root.detachAppender(log);
    }

    @Test
    void areSaidOnceEachAndOnceMoreWhenTheyAreOver() throws Exception {
        EmbeddedKafka broker = EmbeddedKafka.start(directory.resolve("broker"), LoopbackPort.ANY);
        int port = broker.port();
        try (ConfigurableApplicationContext product = ProductForTests.start(settings(broker))) {
            FeedService feed = product.getBean(FeedService.class);
            TestProduct.await(() -> !feed.owned().isEmpty());
            root.addAppender(log);

            POSTGRES.refuseConnections();
            TestProduct.await(() -> log.say("The database does not answer"));
            for (int i = 0; i < 3; i++) {
                assertThat(ask(product).statusCode()).isEqualTo(503);
            }
            POSTGRES.acceptConnections();
            TestProduct.await(() -> log.say("The database answers again, after "));
            TestProduct.await(() -> !feed.owned().isEmpty());

            broker.close();
            TestProduct.await(() -> log.say("The broker does not answer"));
            broker = EmbeddedKafka.start(directory.resolve("broker"), port);
            TestProduct.await(() -> log.say("The broker answers again, after "));
            root.detachAppender(log);
        } finally {
            broker.close();
        }

        assertThat(log.kept)
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("The database does not answer"),
                        line -> assertThat(line).startsWith("The database answers again"),
                        line -> assertThat(line).startsWith("The broker does not answer"),
                        line -> assertThat(line).startsWith("The broker answers again"));
    }

    private List<String> settings(EmbeddedKafka brokers) {
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
