package dev.countersign.ingest.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.testkit.TextResource;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The published schema and the codec take the same messages. */
class FeedSchemaTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    static final Schema SCHEMA =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(
                            SchemaLocation.of("classpath:/dev/countersign/ingest/"),
                            JSON.readTree(
                                    TextResource.read("/dev/countersign/ingest/feed.schema.json")));
    private static final FeedCodec CODEC =
            new FeedCodec(CodecOptions.DEFAULT, InstantSource.fixed(Instant.EPOCH));

    /** Values that sit where another one belongs, each wrong in most places. */
    private static final List<String> STRANGE =
            List.of(
                    "null",
                    "true",
                    "0",
                    "-1",
                    "1",
                    "10000",
                    "9223372036854775807",
                    "9223372036854775808",
                    "-9223372036854775808",
                    "\"\"",
                    "\"0\"",
                    "\"EUR\"",
                    "\"eur\"",
                    "\"visa\"",
                    "\"none\"",
                    "\"2026-11-23\"",
                    "\"2026-02-30T00:00:00Z\"",
                    "\"123456\"",
                    "\"12345678901234567890123\"",
                    "\"" + "x".repeat(257) + "\"",
                    "[]",
                    "{}",
                    "{\"value\":1,\"currency\":\"EUR\"}",
                    "{\"value\":1,\"currency\":\"EUR\",\"more\":1}");

    @ParameterizedTest
    @EnumSource
    void takesACompleteMessageOfEachKind(MessageKind kind) {
        ObjectNode message = complete(kind);

        assertThat(SCHEMA.validate(message)).isEmpty();
        assertThat(decode(message)).isInstanceOf(DecodedMessage.Entry.class);
    }

    static LongStream seeds() {
        return new Random(Long.getLong("test.seed", 20_261_121)).longs(40);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void refusesWithTheSchemaWhatIsChangedAtRandom(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 250; i++) {
            MessageKind[] kinds = MessageKind.values();
            ObjectNode message = complete(kinds[random.nextInt(kinds.length)]);
            change(message, random);

            boolean bySchema = SCHEMA.validate(message).isEmpty() && formatsHold(message);
            DecodedMessage decoded = decode(message);

            assertThat(decoded instanceof DecodedMessage.Entry)
                    .as("%s, read as %s", message, decoded)
                    .isEqualTo(bySchema);
        }
    }

    @Test
    void refusesWhatASchemaCannot() {
        String valid = complete(MessageKind.AUTHORIZATION_REQUEST).toString();
        for (String number : List.of("1e3", "10000.0")) {
            String changed = valid.replace("{\"value\":10000", "{\"value\":" + number);

            assertThat(decode(changed)).isInstanceOf(DecodedMessage.MalformedMessage.class);
        }
        assertThat(decode(valid.replace("TRATTORIA", "TRATT\\u0000RIA")))
                .isInstanceOf(DecodedMessage.MalformedMessage.class);
    }

    private static void change(ObjectNode message, Random random) {
        ObjectNode object = message;
        List<String> names = new ArrayList<>(object.propertyNames());
        String name = names.get(random.nextInt(names.size()));
        while (object.get(name) instanceof ObjectNode inner
                && !inner.isEmpty()
                && random.nextInt(4) > 0) {
            object = inner;
            names = new ArrayList<>(object.propertyNames());
            name = names.get(random.nextInt(names.size()));
        }
        switch (random.nextInt(8)) {
            case 0 -> object.remove(name);
            case 1 -> object.put("surprise", 1);
            default -> object.set(name, JSON.readTree(STRANGE.get(random.nextInt(STRANGE.size()))));
        }
    }

    /** Formats and the list of currencies are beyond what the validator asserts. */
    private static boolean formatsHold(JsonNode message) {
        for (String path :
                List.of(
                        "/amount",
                        "/merchant_amount",
                        "/replacement_amount",
                        "/cashback_amount",
                        "/advice/approved_amount",
                        "/dispute/amount")) {
            JsonNode currency = message.at(path + "/currency");
            if (!currency.isMissingNode() && !currency.asString("").equals("EUR")) {
                return false;
            }
        }
        return holds(message, "/message_id", "[0-9a-f-]{36}")
                && holds(message, "/transmitted_at", ".*T.*Z")
                && !message.at("/transmitted_at").asString("").contains("02-30")
                && holds(message, "/refs/original_transmitted_at", ".*-21T.*Z")
                && holds(message, "/settlement/settlement_date", "2026-11-23");
    }

    private static boolean holds(JsonNode message, String path, String pattern) {
        JsonNode value = message.at(path);
        return value.isMissingNode() || value.asString("").matches(pattern);
    }

    private static DecodedMessage decode(ObjectNode message) {
        return decode(message.toString(), message.path("card_id").asString("none"));
    }

    private static DecodedMessage decode(String message) {
        return decode(message, "card_1");
    }

    private static DecodedMessage decode(String message, String key) {
        return CODEC.decode(
                key.getBytes(StandardCharsets.UTF_8),
                message.getBytes(StandardCharsets.UTF_8),
                new FeedOffset(0, 0),
                Instant.EPOCH);
    }

    private static ObjectNode complete(MessageKind kind) {
        ObjectNode message =
                (ObjectNode) JSON.readTree(TextResource.read("/examples/complete.json"));
        return message.put("kind", kind.wire());
    }
}
