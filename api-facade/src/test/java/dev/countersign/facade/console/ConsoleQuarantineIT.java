package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.ProductForTests;
import dev.countersign.facade.launch.start.Role;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.domain.quarantine.QuarantineEntry;
import dev.countersign.reconcile.domain.quarantine.QuarantineFilter;
import dev.countersign.reconcile.domain.quarantine.QuarantinedMessage;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.QuarantineQueue;
import dev.countersign.reconcile.testkit.Patience;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Messages that could not be read, as people deal with them. */
class ConsoleQuarantineIT {

    private static final TestProduct PRODUCT = TestProduct.running();

    private static ConsoleCaller viewer;
    private static ConsoleCaller ada;
    private static QuarantineQueue queue;

    @BeforeAll
    static void open() {
        viewer = ConsoleCaller.somebody(PRODUCT, "quarantine-viewer", OperatorRole.VIEWER);
        ada = ConsoleCaller.somebody(PRODUCT, "quarantine-ada", OperatorRole.OPERATOR);
        Database database = PRODUCT.book().database();
        queue = new QuarantineQueue(database, database, InstantSource.system());
    }

    private static Optional<QuarantineEntry> kept(String key) {
        return queue.list(new QuarantineFilter(true, null), ListPosition.start(), 1_000).stream()
                .filter(each -> key.equals(each.message().key()))
                .findFirst();
    }

    @Test
    void areShownMaskedAndPutAsideWithAReason() throws InterruptedException {
        String card = PRODUCT.caller(Mode.SANDBOX).card("virtual");
        String poison = "{\"schema_version\":9,\"pan\":\"4000001234567899\",\"note\":\"a word\"}";
        PRODUCT.feed().send(List.of(new SimulatedMessage(Instant.EPOCH, card, poison, false)));
        Patience.until(() -> kept(card).isPresent());
        long id = kept(card).orElseThrow().id();
        String path = "/console/sandbox/quarantine/" + id;

        assertThat(viewer.page("/console/sandbox/quarantine")).contains(path);
        assertThat(viewer.page("/console/live/quarantine.csv")).contains("\r\n" + id + ",");
        assertThat(viewer.page(path))
                .contains("a word", "&quot;***&quot;", card)
                .doesNotContain("4000001234567899", "567899");
        for (String step : List.of("/replay", "/discard")) {
            assertThat(viewer.post(path + step, Map.of("reason", "x")).statusCode()).isEqualTo(403);
        }
        HttpResponse<String> still = ada.post(path + "/replay", Map.of());
        assertThat(still.statusCode()).isEqualTo(409);
        assertThat(still.body()).contains("It still cannot be read");
        assertThat(ada.post(path + "/discard", Map.of()).statusCode()).isEqualTo(409);

        assertThat(ada.post(path + "/discard", Map.of("reason", "a test of theirs")).statusCode())
                .isEqualTo(303);

        assertThat(viewer.page(path)).contains("Discarded", "a test of theirs", "quarantine-ada");
        assertThat(viewer.page("/console/sandbox/quarantine?state=done")).contains(path);
        assertThat(viewer.page("/console/sandbox/audit?subject=" + id)).contains("message.discard");
    }

    /** Sent by a process that does not read the feed itself. */
    @Test
    void areSentAgainAsTheyCameOnceTheyCanBeRead() {
        ConsumerRecord<byte[], byte[]> readable = aReadableMessage();
        queue.keep(
                List.of(
                        new QuarantinedMessage(
                                new FeedOffset(readable.partition(), readable.offset()),
                                Instant.ofEpochMilli(readable.timestamp()),
                                "unknown_version",
                                "before the fix",
                                "replayed",
                                "{}")));
        long id = kept("replayed").orElseThrow().id();
        long before = copies(readable);

        HttpResponse<String> done;
        try (var alone =
                ProductForTests.start(EnumSet.of(Role.API), "console", PRODUCT.settings())) {
            ConsoleCaller there = ada.at(alone);
            assertThat(there.page("/console/sandbox/quarantine/" + id)).contains("/replay");
            done =
                    there.post(
                            "/console/sandbox/quarantine",
                            Map.of("id", String.valueOf(id), "action", "replay", "sure", "yes"));
        }

        assertThat(ConsoleCaller.location(done)).endsWith("?done=1&refused=0");
        assertThat(copies(readable)).isEqualTo(before + 1);
        assertThat(viewer.page("/console/sandbox/quarantine/" + id)).contains("Replayed");
        assertThat(ada.post("/console/sandbox/quarantine/" + id + "/replay", Map.of()).statusCode())
                .isEqualTo(409);
    }

    /** The copy beside the feed is masked: there is nothing else to send. */
    @Test
    void areNotSentAgainOnceTheFeedHoldsThemNoMore() {
        ConsumerRecord<byte[], byte[]> another = aReadableMessage();
        queue.keep(
                List.of(
                        new QuarantinedMessage(
                                new FeedOffset(another.partition(), another.offset()),
                                Instant.ofEpochMilli(another.timestamp()).minusSeconds(60),
                                "unknown_version",
                                "before the fix",
                                "gone",
                                "{}")));
        long id = kept("gone").orElseThrow().id();

        HttpResponse<String> refused =
                ada.post("/console/sandbox/quarantine/" + id + "/replay", Map.of());

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("The feed does not hold it any more");
        assertThat(kept("gone")).isPresent();
        assertThat(viewer.page("/console/sandbox/quarantine/" + id)).contains("only its sender");
    }

    private static ConsumerRecord<byte[], byte[]> aReadableMessage() {
        String card = PRODUCT.caller(Mode.SANDBOX).card("virtual");
        var bought =
                PRODUCT.caller(Mode.SANDBOX)
                        .post(
                                "/test_helpers/authorizations",
                                "{\"card_id\":\"" + card + "\",\"amount\":100}");
        assertThat(bought.status()).isEqualTo(201);
        return PRODUCT.feed().all(Topics.FEED).stream()
                .filter(record -> record.key() != null)
                .filter(
                        record ->
                                Arrays.equals(record.key(), card.getBytes(StandardCharsets.UTF_8)))
                .findFirst()
                .orElseThrow();
    }

    private static long copies(ConsumerRecord<byte[], byte[]> message) {
        return PRODUCT.feed().all(Topics.FEED, message.partition()).stream()
                .filter(record -> Arrays.equals(record.value(), message.value()))
                .count();
    }
}
