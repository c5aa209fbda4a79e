package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.countersign.ingest.PeriodicTask;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.domain.event.CardEvent;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.feed.CardEvents;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events about changes to cards outside the stream. */
class EventRelayIT {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int PARTITIONS = 4;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private Jdbi jdbi;
    private SeededBook book;
    private CardEvents events;

    @BeforeEach
    void beginBook() {
        POSTGRES.recreate();
        jdbi = JdbiSetup.over(POSTGRES.dataSource());
        book = new SeededBook(jdbi);
        events = new CardEvents(new Database(jdbi));
    }

    @Test
    void publishesAChangeOnceThoughTwoProcessesLook() throws Exception {
        FeedTopics topics = new FeedTopics(TestKafka.clientFile(), PARTITIONS).recreate();
        CardId card = book.card(null, null, null);
        DefaultKafkaProducerFactory<byte[], byte[]> producers =
                new DefaultKafkaProducerFactory<>(
                        TestKafka.clientSettings(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
        EventRelay relay = new EventRelay(events, new KafkaTemplate<>(producers));
        PeriodicTask first = relaying(relay);
        PeriodicTask second = relaying(relay);
        first.start();
        second.start();
        try {
            book.freeze(card);
            awaitEverythingTold();
        } finally {
            first.stop();
            second.stop();
            producers.destroy();
        }

        assertThat(topics.all(Topics.EVENTS))
                .singleElement()
                .satisfies(
                        record -> {
                            JsonNode event = JSON.readTree(record.value());
                            assertThat(schema().validate(event)).isEmpty();
                            assertThat(new String(record.key(), StandardCharsets.UTF_8))
                                    .isEqualTo(card.toString());
                            assertThat(event.path("type").stringValue()).isEqualTo("card.updated");
                            assertThat(event.path("card_status").stringValue()).isEqualTo("frozen");
                            assertThat(event.path("mode").stringValue()).isEqualTo("sandbox");
                        });
    }

    @Test
    void tellsAgainWhatCouldNotBeTold() {
        CardId card = book.card(null, null, null);
        book.freeze(card);
        List<CardEvent> heard = new ArrayList<>();

        assertThat(
                        catchThrowable(
                                () ->
                                        events.tell(
                                                10,
                                                changes -> {
                                                    heard.addAll(changes);
                                                    throw new IllegalStateException("no broker");
                                                })))
                .hasMessage("no broker");
        assertThat(tell()).isEqualTo(heard).hasSize(1);
        assertThat(tell()).isEmpty();
    }

    @Test
    void passesOverNoChangeThatEndsLater() {
        CardId slow = book.card(null, null, null);
        CardId quick = book.card(null, null, null);
        try (Handle handle = jdbi.open()) {
            handle.begin();
            book.freezeIn(handle, slow);
            book.freeze(quick);
            assertThat(tell()).as("while an older change is under way").isEmpty();
            handle.commit();
        }

        assertThat(tell()).extracting(CardEvent::card).containsExactly(slow, quick);
    }

    @Test
    void goesOnInTheMiddleOfAChangeOfManyCards() {
        List<CardId> cards = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            cards.add(book.card(null, null, null));
        }
        jdbi.useTransaction(handle -> cards.forEach(card -> book.freezeIn(handle, card)));
        List<CardEvent> heard = new ArrayList<>();

        assertThat(events.tell(3, heard::addAll)).as("there is more").isTrue();
        assertThat(events.tell(3, heard::addAll)).isFalse();
        assertThat(heard).extracting(CardEvent::card).containsExactlyInAnyOrderElementsOf(cards);
    }

    /** As a night does it: after a savepoint, which has a number of its own. */
    @Test
    void tellsWhichTransactionsANightChanged() throws Exception {
        POSTGRES.recreate(); // the simulated cards come with a book of their own
        new FeedTopics(TestKafka.clientFile(), PARTITIONS)
                .recreate()
                .send(
                        new TrafficSimulator(
                                SimulatedCards.issue(POSTGRES.dataSource(), 1),
                                Traffic.overDays(1, LocalDate.parse("2026-11-01"), 1, 40, 0)));
        try (RunningFeed running =
                RunningFeed.start(POSTGRES.url(), TestKafka.clientFile(), "alone")) {
            Patience.until(() -> count("select sum(next_offset) from feed_position") == 40);
            assertThat(running.service().owned()).isNotEmpty();
        }
        UUID changed =
                jdbi.withHandle(
                        handle ->
                                handle.createQuery(
                                                "select id from transaction where status = 'authorized' limit 1")
                                        .mapTo(UUID.class)
                                        .one());
        assertThat(count("select count(*) from transaction")).isGreaterThan(1);
        List<CardEvent> before = tell();

        jdbi.useTransaction(
                handle -> {
                    handle.execute("select pg_current_xact_id()");
                    handle.savepoint("beginning");
                    handle.execute(
                            "update transaction set status = 'settled' where id = ?", changed);
                    handle.execute(
                            """
                            insert into card_change (card_id)
                            select card_id from transaction where id = ?
                            """,
                            changed);
                    handle.releaseSavepoint("beginning");
                });

        assertThat(before).as("the stream tells what it decides itself").isEmpty();
        assertThat(tell())
                .singleElement()
                .satisfies(
                        event -> {
                            CardEvent.TransactionState told =
                                    Objects.requireNonNull(event.transaction());
                            assertThat(told.id()).isEqualTo(new TransactionId(changed));
                            assertThat(told.status().wire()).isEqualTo("settled");
                        });
    }

    private List<CardEvent> tell() {
        List<CardEvent> heard = new ArrayList<>();
        var unused = events.tell(100, heard::addAll);
        return heard;
    }

    private void awaitEverythingTold() throws InterruptedException {
        Patience.until(
                () ->
                        count(
                                        """
                                        select count(*)
                                          from card_change, event_position told
                                         where (card_change.changed_by, card_change.card_id)
                                               > (told.changed_by, told.card_id)
                                        """)
                                == 0);
    }

    private long count(String sql) {
        return jdbi.withHandle(
                handle -> handle.createQuery(sql).mapTo(Long.class).findOne().orElse(0L));
    }

    private static PeriodicTask relaying(EventRelay relay) {
        return new PeriodicTask("relay", Duration.ofMillis(50), relay::relay, Outages.UNTOLD);
    }

    private static Schema schema() throws IOException {
        try (InputStream in =
                EventRelayIT.class.getResourceAsStream(
                        "/dev/countersign/ingest/events.schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(
                            SchemaLocation.of("classpath:/dev/countersign/ingest/"),
                            JSON.readTree(Objects.requireNonNull(in)));
        }
    }
}
