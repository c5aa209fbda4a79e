package dev.countersign.ingest.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.codec.DecodedMessage.Reason;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.testkit.HiddenCardNumbers;
import dev.countersign.reconcile.testkit.TextResource;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Every text member that the published schema has: what it refuses, and what is masked in it. */
class FeedTextTest {

    private static final Logger log = LoggerFactory.getLogger(FeedTextTest.class);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final JsonNode SCHEMA =
            JSON.readTree(TextResource.read("/dev/countersign/ingest/feed.schema.json"));
    private static final FeedCodec CODEC =
            new FeedCodec(CodecOptions.DEFAULT, InstantSource.fixed(Instant.EPOCH));
    private static final int[] REFUSED = {
        0, 1, 8, '\t', '\n', 0x0B, '\r', 0x1F, 0x7F, 0x85, 0x9F, 0x2028, 0x202E, 0x2066, 0xFDD0,
        0xFFFE, 0xFFFF, 0x1FFFF
    };

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A member by its path from the message, and its schema. */
    private record Member(List<String> path, JsonNode schema) {

        boolean isFree() {
            return schema.path("pattern").isMissingNode() && schema.path("format").isMissingNode();
        }

        int lengthMax() {
            return schema.path("maxLength").asInt(0);
        }

        String at() {
            return String.join(".", path);
        }

        void put(ObjectNode message, String text) {
            ObjectNode object = message;
            for (String name : path.subList(0, path.size() - 1)) {
                object = (ObjectNode) object.get(name);
            }
            object.put(path.getLast(), text);
        }
    }

    @Test
    void refusesWhatNoReportCanCarryInEveryOne() {
        List<Member> members = members();
        assertThat(members).hasSizeGreaterThan(40);
        for (MessageKind kind : MessageKind.values()) {
            for (Member member : members) {
                for (int character : REFUSED) {
                    ObjectNode message = complete(kind);
                    String text = "A" + Character.toString(character);
                    member.put(message, text);

                    assertThat(decode(message, message.toString()))
                            .as("%s %s U+%04X", kind, member.at(), character)
                            .isInstanceOfSatisfying(
                                    DecodedMessage.MalformedMessage.class,
                                    malformed ->
                                            assertThat(malformed.detail())
                                                    .doesNotContain(text)
                                                    .contains(member.path().getLast()));
                }
                ObjectNode message = complete(kind);
                member.put(message, "HALF");
                String half = message.toString().replace("\"HALF\"", "\"A\\ud83d\"");
                assertThat(decode(message, half))
                        .isInstanceOf(DecodedMessage.MalformedMessage.class);
            }
        }
    }

    @Test
    void keepsNoCardNumberOfAny() {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        HiddenCardNumbers hidden = new HiddenCardNumbers(random);
        int kept = 0;
        for (MessageKind kind : MessageKind.values()) {
            for (Member member : members()) {
                String pan = hidden.number();
                String text = "n " + hidden.written(pan);
                if (!member.isFree()
                        || text.codePointCount(0, text.length()) > member.lengthMax()) {
                    continue;
                }
                ObjectNode message = complete(kind);
                member.put(message, text);
                if (decode(message, message.toString())
                        instanceof DecodedMessage.Entry(FeedEntry entry)) {
                    kept++;
                    String payload = entry.payload().text();
                    String last4 = pan.substring(pan.length() - 4);
                    assertThat(HiddenCardNumbers.digits(value(member, payload))).isEqualTo(last4);
                    assertThat(entry.message().toString()).doesNotContain(text);
                    assertThat(CODEC.read(payload, entry.message().header().at()))
                            .isEqualTo(entry.message());
                    member.put(message, value(member, payload));
                    assertThat(decode(message, message.toString()))
                            .as("what is hashed is masked")
                            .isInstanceOfSatisfying(
                                    DecodedMessage.Entry.class,
                                    again ->
                                            assertThat(again.entry().payloadHash())
                                                    .isEqualTo(entry.payloadHash()));
                }
            }
        }
        assertThat(kept).isGreaterThan(200);
    }

    @Test
    void takesNoCardNumberForACard() {
        ObjectNode message = complete(MessageKind.AUTHORIZATION_REQUEST);
        message.put("card_id", "4000001234567899");

        assertThat(decode(message, message.toString()))
                .isEqualTo(
                        new DecodedMessage.MalformedMessage(
                                Reason.BAD_FORMAT, "card_id holds a card number"));
    }

    @Test
    void readsAgainWhatWasKeptWhenOtherCharactersWereTaken() {
        ObjectNode message = complete(MessageKind.AUTHORIZATION_REQUEST);
        new Member(List.of("merchant", "name"), JSON.createObjectNode()).put(message, "A\u0001\tB");

        assertThat(CODEC.read(message.toString(), Instant.EPOCH).toString())
                .contains("A\uFFFD\uFFFDB");
    }

    /** Ten thousand usual messages lose nothing: a reference of the network is no card number. */
    @Test
    void leavesWhatNetworksSend() {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        int masked = 0;
        for (int i = 0; i < 10_000; i++) {
            ObjectNode message = complete(MessageKind.CLEARING);
            String reference =
                    String.format(Locale.ROOT, "%015d", random.nextLong(1_000_000_000_000_000L));
            ((ObjectNode) message.get("refs"))
                    .put("network_txn_id", reference)
                    .put(
                            "arn",
                            String.format(Locale.ROOT, "7%022d", random.nextLong(Long.MAX_VALUE)));
            DecodedMessage.Entry read = (DecodedMessage.Entry) decode(message, message.toString());
            masked += read.entry().payload().text().contains(reference) ? 0 : 1;
        }
        assertThat(masked).isZero();
    }

    private static List<Member> members() {
        List<Member> members = new ArrayList<>();
        collect(List.of(), SCHEMA, members);
        return members;
    }

    private static void collect(List<String> path, JsonNode schema, List<Member> members) {
        JsonNode resolved =
                schema.has("$ref") && schema.get("$ref").stringValue().endsWith("money")
                        ? SCHEMA.at("/$defs/money")
                        : schema;
        if (resolved.has("properties")) {
            for (String name : resolved.get("properties").propertyNames()) {
                List<String> inner = new ArrayList<>(path);
                inner.add(name);
                collect(inner, resolved.get("properties").get(name), members);
            }
        } else if (resolved.path("type").toString().contains("\"string\"")
                || resolved.has("maxLength")
                || resolved.path("enum").path(0).isString()) {
            members.add(new Member(path, resolved));
        }
    }

    private static String value(Member member, String payload) {
        return JSON.readTree(payload).at("/" + String.join("/", member.path())).stringValue();
    }

    private static DecodedMessage decode(ObjectNode message, String text) {
        return CODEC.decode(
                message.path("card_id").asString("none").getBytes(StandardCharsets.UTF_8),
                text.getBytes(StandardCharsets.UTF_8),
                new FeedOffset(0, 0),
                Instant.EPOCH);
    }

    private static ObjectNode complete(MessageKind kind) {
        ObjectNode message =
                (ObjectNode) JSON.readTree(TextResource.read("/examples/complete.json"));
        return message.put("kind", kind.wire());
    }
}
