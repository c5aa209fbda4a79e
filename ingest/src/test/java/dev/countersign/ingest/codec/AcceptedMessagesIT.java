package dev.countersign.ingest.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.feed.BatchRefusedException;
import dev.countersign.reconcile.service.feed.FeedBatch;
import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import dev.countersign.reconcile.service.feed.FeedPosting;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import dev.countersign.reconcile.testkit.TextResource;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every message that the codec accepts can be recorded: one message that the database does not take
 * would stop its partition for good. Members sit at the edges of what they may be, and so do the
 * batches.
 */
class AcceptedMessagesIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Logger log = LoggerFactory.getLogger(AcceptedMessagesIT.class);
    private static final String TOPIC = "accepted";
    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-11-21T12:00:00Z"));
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final MessageKind[] KINDS = MessageKind.values();
    private static final int[] BATCHES = {1, 2, 199, 200, 201, 700, 3, 1_000};

    /** Each as JSON text. */
    private static final List<String> EDGES =
            List.of(
                    "0",
                    "1",
                    "2",
                    "9999",
                    "2147483647",
                    "9223372036854775807",
                    "-9223372036854775808",
                    "true",
                    "false",
                    "null",
                    "\"\"",
                    "\" \"",
                    "\"NULL\"",
                    "\"{}\"",
                    "\"a\\\"b\\\\c,d}{\"",
                    "\"\\u0000\"",
                    "\"visa\\u0000\"",
                    "\"\\u0001\\t\\n\"",
                    "\"\\ud800\"",
                    "\"\\udc00x\"",
                    "\"\ud83d\ude00\"",
                    "\"\u00e9\uffff\"",
                    "\"" + "\u00e9".repeat(256) + "\"",
                    "\"" + "x".repeat(64) + "\"",
                    "\"000000\"",
                    "\"300000\"",
                    "\"200000\"",
                    "\"010000\"",
                    "\"999999\"",
                    "\"99999999999999999999999\"",
                    "\"0000-01\"",
                    "\"9999-12\"",
                    "\"05\"",
                    "\"00\"",
                    "\"JPY\"",
                    "\"KWD\"",
                    "\"1970-01-01\"",
                    "\"2199-12-31\"",
                    "\"1970-01-01T00:00:00Z\"",
                    "\"2199-12-31T23:59:59.999999Z\"",
                    "\"2028-02-29T23:59:59.999Z\"",
                    "\"999999999999.999999999999\"",
                    "\"mastercard\"",
                    "\"credit\"",
                    "\"live\"");

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final FeedCodec codec = new FeedCodec(CodecOptions.DEFAULT, CLOCK);
    private final List<String> cards = new ArrayList<>(List.of("card_1", "unknown"));
    private long next;

    @Test
    void canAllBeRecorded() {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        Jdbi jdbi = JdbiSetup.over(POSTGRES.dataSource());
        SeededBook book = new SeededBook(jdbi);
        for (int i = 0; i < 6; i++) {
            CardId card = book.card(null, i % 2 == 0 ? null : Long.MAX_VALUE, null);
            cards.add(card.toString());
        }
        Database database = new Database(jdbi);
        FeedStores stores = FeedStores.with(codec);
        database.doAtomically(handle -> stores.feed().begin(handle, TOPIC, 0, 0));
        FeedPosting owner = new FeedPosting(database, stores, MessagePosting.DEFAULT, CLOCK, 3);
        String complete = TextResource.read("/examples/complete.json");

        for (int size : BATCHES) {
            FeedBatch batch = batch(complete, size);
            try {
                owner.post(batch);
            } catch (BatchRefusedException refused) {
                owner.forget();
                owner.post(batch);
            }
            assertThat(owner.answersOf(batch)).as("are read again").isNotNull();
        }
        long decided =
                jdbi.withHandle(
                        handle ->
                                handle.createQuery("select next_offset from feed_position")
                                        .mapTo(Long.class)
                                        .one());
        assertThat(decided).isEqualTo(next);
    }

    private FeedBatch batch(String complete, int size) {
        long from = next;
        List<FeedEntry> entries = new ArrayList<>();
        while (entries.size() < size) {
            ObjectNode message = (ObjectNode) JSON.readTree(complete);
            message.put("kind", KINDS[random.nextInt(KINDS.length)].wire());
            message.put("message_id", new UUID(random.nextLong(), random.nextLong()).toString());
            message.put("card_id", cards.get(random.nextInt(cards.size())));
            message.putObject("refs")
                    .put("network_txn_id", "T" + random.nextInt(40))
                    .put("stan", String.format(Locale.ROOT, "%06d", random.nextInt(50)))
                    .put("acquirer_id", "400001")
                    .put("arn", String.format(Locale.ROOT, "%023d", random.nextInt(1_000)))
                    .put("case_id", "C" + random.nextInt(1_000));
            int changes = random.nextInt(6);
            for (int i = 0; i < changes; i++) {
                changeIfAccepted(message);
            }
            if (decode(message) instanceof DecodedMessage.Entry accepted) {
                entries.add(accepted.entry());
                next++;
            }
        }
        return new FeedBatch(TOPIC, entries, List.of(new OffsetRange(0, from, next)));
    }

    private void changeIfAccepted(ObjectNode message) {
        ObjectNode object = message;
        String name = anyName(object);
        while (object.get(name) instanceof ObjectNode inner && !inner.isEmpty()) {
            object = inner;
            name = anyName(object);
        }
        JsonNode before = object.get(name);
        for (int tries = 0; tries < 20; tries++) {
            if (random.nextInt(8) == 0) {
                object.remove(name);
            } else {
                object.set(name, JSON.readTree(EDGES.get(random.nextInt(EDGES.size()))));
            }
            if (decode(message) instanceof DecodedMessage.Entry) {
                return;
            }
            object.set(name, before);
        }
    }

    private String anyName(ObjectNode object) {
        List<String> names = new ArrayList<>(object.propertyNames());
        return names.get(random.nextInt(names.size()));
    }

    private DecodedMessage decode(ObjectNode message) {
        return codec.decode(
                message.path("card_id").asString("none").getBytes(StandardCharsets.UTF_8),
                message.toString().getBytes(StandardCharsets.UTF_8),
                new FeedOffset(0, next),
                CLOCK.instant());
    }
}
