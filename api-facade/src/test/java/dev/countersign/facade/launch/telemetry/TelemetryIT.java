package dev.countersign.facade.launch.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.PackagedProduct;
import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.testkit.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged product, with its traces switched on and its log as JSON. */
class TelemetryIT {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    @TempDir Path home;

    private final List<String> spans = new CopyOnWriteArrayList<>();
    private List<String> lines = List.of();

    @Test
    void tracesMessagesAndNightsAndSaysInEachLineWhatItIsAbout() throws Exception {
        HttpServer collector = collector();
        try (PackagedProduct product =
                PackagedProduct.start(
                        home,
                        String.format(
                                Locale.ROOT,
                                "--countersign.traces.endpoint=http://127.0.0.1:%d/v1/traces",
                                collector.getAddress().getPort()),
                        "--countersign.traces.share=1",
                        "--logging.structured.format.console=ecs",
                        "--logging.level.dev.countersign.facade.error=debug")) {
            lines = product.lines();
            Map<String, String> keys = new KeysFile(new DataDirectory(home)).read();
            sendUnreadable(Path.of(keys.getOrDefault("KAFKA_CLIENT_CONFIG", "")));
            ApiCaller caller = product.sandbox(keys.getOrDefault("SANDBOX_KEY", ""));
            String request =
                    caller.post("/customers", "{\"type\":\"nobody\"}").header("Request-Id");
            caller.buy(caller.card("virtual"), 100);
            caller.night();

            Patience.until(() -> spans("feed.message", TRACE, "unreadable", "approved"));
            Patience.until(() -> spans("feed.batch", "feed.decide", "feed.record", "feed.answer"));
            Patience.until(() -> spans("nightly.settle", "nightly.reports", "countersign.run_id"));
            Patience.until(() -> said("message_ref", "issuing.feed.v1-"));
            assertThat(said("request_id", request)).isTrue();
            assertThat(said("run_id", "1")).isTrue();
            assertThat(said("step", "settle")).isTrue();
        } finally {
            collector.stop(0);
        }
    }

    private HttpServer collector() throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/v1/traces",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    spans.add(new String(body, StandardCharsets.ISO_8859_1));
                    exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.start();
        return server;
    }

    private static void sendUnreadable(Path clientFile) {
        try (var producer =
                new KafkaProducer<>(
                        ClientFile.read(clientFile),
                        new StringSerializer(),
                        new StringSerializer())) {
            var record = new ProducerRecord<>("issuing.feed.v1", "card_unknown", "{}");
            record.headers()
                    .add(
                            "traceparent",
                            "00-%s-b7ad6b7169203331-01"
                                    .formatted(TRACE)
                                    .getBytes(StandardCharsets.UTF_8));
            var unused = producer.send(record);
        }
    }

    /** True when what was sent tells of all these; a trace is sent as the bytes of its id. */
    private boolean spans(String... words) {
        String all = String.join("", spans);
        for (String word : words) {
            String sought =
                    word.equals(TRACE)
                            ? new String(
                                    HexFormat.of().parseHex(TRACE), StandardCharsets.ISO_8859_1)
                            : word;
            if (!all.contains(sought)) {
                return false;
            }
        }
        return true;
    }

    /** True when a line of the log says this about itself. */
    private boolean said(String field, String beginning) {
        return lines.stream()
                .filter(line -> line.startsWith("{"))
                .map(JsonMapper.shared()::readTree)
                .filter(line -> line.at("/service/name").asString("").equals("countersign"))
                .map(line -> text(line, field))
                .anyMatch(text -> text.startsWith(beginning));
    }

    private static String text(JsonNode line, String field) {
        return line.path(field).asString("");
    }
}
