package dev.countersign.facade.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.testkit.Patience;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Messages that nobody should send: whatever comes, each partition goes on, what is good is decided
 * at once, and the night completes.
 */
class HostileMessagesIT {

    private static final Logger log = LoggerFactory.getLogger(HostileMessagesIT.class);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int PARTITIONS = 4;
    private static final int CARDS = 24;
    private static final int REPEATED_MAX = 50;

    /** In the place of any member, as JSON text. */
    private static final List<String> STRANGE =
            List.of(
                    "null",
                    "true",
                    "-1",
                    "1e3",
                    "10.0",
                    "1e400",
                    "9223372036854775807",
                    "9223372036854775808",
                    "-9223372036854775808",
                    "-9223372036854775807",
                    "1" + "0".repeat(2_000),
                    "\"\"",
                    "\" \"",
                    "\"\\u0000\"",
                    "\"\\u0001\\u0008\\u001f\"",
                    "\"\\ud800\"",
                    "\"\\udc00x\"",
                    "\"\\uffff\"",
                    "\"4000001234567899\"",
                    "\"4000 0012 3456 7899\"",
                    "\"" + "x".repeat(5_000) + "\"",
                    "[]",
                    "[[[[]]]]",
                    "{}",
                    "{\"value\":9223372036854775807,\"currency\":\"EUR\"}",
                    "{\"value\":-9223372036854775808,\"currency\":\"XXX\"}",
                    "{\"value\":1,\"value\":2}");

    @TempDir private Path directory;

    private EmbeddedKafka broker;
    private TestProduct product;
    private ApiCaller sandbox;
    private final List<String> cards = new ArrayList<>();
    private SchemaMessages messages;

    @BeforeEach
    void start() throws Exception {
        broker = EmbeddedKafka.start(directory.resolve("broker"), LoopbackPort.ANY);
        product = TestProduct.alone("test_hostile_messages", broker.clientFile());
        sandbox = product.caller(Mode.SANDBOX);
        for (int i = 0; i < CARDS; i++) {
            cards.add(sandbox.card("virtual"));
        }
        messages =
                new SchemaMessages(
                        cards,
                        product.book().accounts().list().getFirst().id().toString(),
                        Instant.now());
    }

    @AfterEach
    void stop() {
        product.stop();
        broker.close();
    }

    @Test
    void stopNeitherAPartitionNorTheNight() throws Exception {
        long seed = Long.getLong("test.seed", System.nanoTime());
        int count = Integer.getInteger("test.hostile-messages", 1_000);
        log.info("seed={} (repeat with -Dtest.seed={}) messages={}", seed, seed, count);
        send(new Random(seed), count);
        Patience.until(() -> product.behind().orElse(1) == 0);

        for (String card : oneCardOfEachPartition()) {
            Reply answer =
                    sandbox.post(
                            "/test_helpers/authorizations",
                            "{\"card_id\":\"" + card + "\",\"amount\":1}");
            assertThat(answer.status()).as("seed %s: %s", seed, answer.body()).isEqualTo(201);
        }
        assertThat(product.behind()).hasValue(0);
        Reply night = sandbox.post("/test_helpers/jobs/nightly", "");
        assertThat(night.text("/status"))
                .as("seed %s: %s", seed, night.body())
                .isEqualTo("completed");
        for (String card : cards) {
            assertThat(sandbox.get("/transactions?card_id=" + card).status()).isEqualTo(200);
        }
    }

    /** Cards that are new, so that nothing was spent on them. */
    private Collection<String> oneCardOfEachPartition() {
        Map<Integer, String> found = new HashMap<>();
        while (found.size() < PARTITIONS) {
            String card = sandbox.card("virtual");
            byte[] key = card.getBytes(StandardCharsets.UTF_8);
            found.putIfAbsent(Utils.toPositive(Utils.murmur2(key)) % PARTITIONS, card);
        }
        return found.values();
    }

    private void send(Random random, int count) {
        List<ProducerRecord<byte[], byte[]>> before = new ArrayList<>();
        try (var producer =
                new KafkaProducer<>(
                        broker.clientSettings(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            for (int i = 0; i < count; i++) {
                ProducerRecord<byte[], byte[]> message = message(random, before);
                var unused = producer.send(message);
                if (before.size() < REPEATED_MAX) {
                    before.add(message);
                } else {
                    before.set(random.nextInt(REPEATED_MAX), message);
                }
            }
            producer.flush();
        }
    }

    private ProducerRecord<byte[], byte[]> message(
            Random random, List<ProducerRecord<byte[], byte[]>> before) {
        if (!before.isEmpty() && random.nextInt(12) == 0) {
            return again(pick(before, random), random);
        }
        ObjectNode message = messages.next(random);
        byte[] key = key(message, random);
        byte[] value =
                switch (random.nextInt(20)) {
                    case 0 -> bytes(random, random.nextInt(300));
                    case 1 -> text("[".repeat(1 + random.nextInt(20_000)));
                    case 2 -> text("{\"a\":".repeat(1 + random.nextInt(5_000)));
                    case 3 -> text("\"" + "x".repeat(random.nextInt(700_000)) + "\"");
                    case 4, 5, 6 -> scratched(text(message.toString()), random);
                    case 7, 8, 9, 10, 11 -> text(changed(message, random));
                    case 12 -> random.nextInt(3) == 0 ? null : new byte[0];
                    default -> text(message.toString());
                };
        return new ProducerRecord<>(Topics.FEED, random.nextInt(PARTITIONS), key, value);
    }

    /** The same once more, or the same identity with other content. */
    private static ProducerRecord<byte[], byte[]> again(
            ProducerRecord<byte[], byte[]> message, Random random) {
        byte[] value = message.value();
        if (value != null && random.nextBoolean()) {
            value =
                    text(
                            new String(value, StandardCharsets.UTF_8)
                                    .replaceFirst("\"value\":\\d", "\"value\":7"));
        }
        return new ProducerRecord<>(Topics.FEED, message.partition(), message.key(), value);
    }

    private static byte[] key(ObjectNode message, Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> null;
            case 1 -> bytes(random, 10);
            default -> text(message.path("card_id").asString());
        };
    }

    /** With some members that are not what they should be. */
    private static String changed(ObjectNode message, Random random) {
        String text = message.toString();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            ObjectNode object = message;
            String name = anyName(object, random);
            while (object.get(name) instanceof ObjectNode inner
                    && !inner.isEmpty()
                    && random.nextInt(3) > 0) {
                object = inner;
                name = anyName(object, random);
            }
            JsonNode old = object.get(name);
            String member = JSON.writeValueAsString(name) + ":" + old;
            String strange = JSON.writeValueAsString(name) + ":" + pick(STRANGE, random);
            text = text.replace(member, random.nextInt(6) == 0 ? member + "," + strange : strange);
        }
        return text;
    }

    private static String anyName(ObjectNode object, Random random) {
        return pick(new ArrayList<>(object.propertyNames()), random);
    }

    /** With some bytes that are others, more or fewer. */
    private static byte[] scratched(byte[] value, Random random) {
        byte[] scratched = value.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            scratched[random.nextInt(scratched.length)] = (byte) random.nextInt(256);
        }
        int length = random.nextInt(5) == 0 ? random.nextInt(scratched.length) : scratched.length;
        return Arrays.copyOf(scratched, length);
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
