package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.countersign.ingest.PeriodicTask;
import dev.countersign.ingest.event.EventRelay;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.domain.event.StateEvent;
import dev.countersign.reconcile.domain.event.StateEvent.PostedTransaction;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.feed.EventPublisher;
import dev.countersign.reconcile.service.feed.EventPublisher.EventTopic;
import dev.countersign.reconcile.service.feed.EventPublisher.UnknownEvents;
import dev.countersign.reconcile.testkit.DumpedBook;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import dev.countersign.reconcile.testkit.TextResource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events about changes of state. */
class EventRelayIT {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int PARTITIONS = 4;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension RESTORED = new PostgresExtension().named("restored");

    private final List<StateEvent> heard = new ArrayList<>();
    private Jdbi jdbi;
    private SeededBook book;
    private EventPublisher events;

    @BeforeEach
    void beginBook() {
        POSTGRES.empty();
        jdbi = JdbiSetup.over(POSTGRES.dataSource());
        book = new SeededBook(jdbi);
        events = new EventPublisher(new Database(jdbi));
        heard.clear();
    }

    @Test
    void publishesAChangeOnceThoughTwoProcessesLookAndTheFirstDiesInBetween() throws Exception {
        FeedTopics topics = new FeedTopics(TestKafka.clientFile(), PARTITIONS).recreate();
        CardId card = book.card(null, null, null);
        DefaultKafkaProducerFactory<byte[], byte[]> producers = producers();
        try {
            EventRelay dying = relay(events, producers);
            assertThatThrownBy(
                            () ->
                                    events.publish(
                                            new ObservedTopic(
                                                    dying::arrivedAfter,
                                                    (published, ends) -> {
                                                        var unused = dying.publish(published, ends);
                                                        throw new IllegalStateException("killed");
                                                    })))
                    .hasMessage("killed");
            book.freeze(card);
            PeriodicTask first = relaying(relay(events, producers));
            PeriodicTask second = relaying(relay(events, producers));
            first.start();
            second.start();
            try {
                Patience.until(() -> count("select count(*) from state_change") == 0);
                become("active", jdbi, card);
                Patience.until(() -> count("select count(*) from state_change") == 0);
            } finally {
                first.stop();
                second.stop();
            }
        } finally {
            producers.destroy();
        }

        List<JsonNode> published = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (var record : topics.all(Topics.EVENTS)) {
            JsonNode event = JSON.readTree(record.value());
            assertThat(schema().validate(event)).as(event.toString()).isEmpty();
            assertThat(ids.add(event.path("event_id").stringValue())).isTrue();
            if (new String(record.key(), StandardCharsets.UTF_8).equals(card.toString())) {
                published.add(event);
            }
        }
        assertThat(published)
                .extracting(event -> event.path("sequence").longValue())
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(published)
                .extracting(event -> event.path("type").stringValue())
                .containsExactly(
                        "card.updated",
                        "authorization_controls.updated",
                        "three_ds.updated",
                        "pin_status.updated",
                        "card.updated",
                        "card.updated");
        assertThat(published.getFirst().path("was").isNull()).as("the card was new").isTrue();
        assertThat(published.getLast().at("/was/status").stringValue()).isEqualTo("frozen");
        assertThat(published.getLast().at("/now/status").stringValue()).isEqualTo("active");
        assertThat(published.getLast().path("mode").stringValue()).isEqualTo("sandbox");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 700"})
    void restsWithMoreToTellOnlyWhileMessagesAreDecided(long decidedBetween, long left)
            throws Exception {
        new FeedTopics(TestKafka.clientFile(), PARTITIONS).recreate();
        DefaultKafkaProducerFactory<byte[], byte[]> producers = producers();
        CardId card = book.card(null, null, null);
        jdbi.useHandle(handle -> handle.execute("delete from state_change"));
        for (int change = 0; change < 1_200; change++) {
            become(change % 2 == 0 ? "frozen" : "active", jdbi, card);
        }
        try (EventRelay relay = relay(events, producers, decidedBetween)) {
            relay.relay();
            relay.relay();
            relay.relay();
        } finally {
            producers.destroy();
        }
        assertThat(count("select count(*) from state_change")).isEqualTo(left);
    }

    /**
     * Another database counts on from where the dump was taken, as the one before did meanwhile.
     */
    @Test
    void tellsWhatADumpBringsIntoAnotherDatabaseAndNothingElseUnderTheSameId() throws Exception {
        FeedTopics topics = new FeedTopics(TestKafka.clientFile(), PARTITIONS).recreate();
        DefaultKafkaProducerFactory<byte[], byte[]> producers = producers();
        CardId card = book.card(null, null, null);
        try (EventRelay relay = relay(events, producers)) {
            relay.relay();
            book.freeze(card);
            DumpedBook dump = DumpedBook.of(POSTGRES.administratorSource());
            become("active", jdbi, card);
            relay.relay();
            RESTORED.empty();
            dump.restoreInto(RESTORED.administratorSource());
        }
        Jdbi restored = JdbiSetup.over(RESTORED.dataSource());
        try (EventRelay relay = relay(new EventPublisher(new Database(restored)), producers)) {
            relay.relay();
            become("active", restored, card);
            relay.relay();
            assertThat(toldOf(card, topics)).containsExactly("frozen 5", "active 6", "active 7");

            topics.recreate(); // the broker is another one, too
            become("frozen", restored, card);
            relay.relay();
            assertThat(toldOf(card, topics)).containsExactly("frozen 8");
        } finally {
            producers.destroy();
        }
    }

    private static void become(String status, Jdbi of, CardId card) {
        of.useHandle(
                handle ->
                        handle.execute(
                                "update card set status = ? where id = ?", status, card.value()));
    }

    /** Its states and their numbers since it was first frozen; no id may come twice. */
    private static List<String> toldOf(CardId card, FeedTopics topics) {
        Set<String> ids = new HashSet<>();
        List<String> published = new ArrayList<>();
        for (var record : topics.all(Topics.EVENTS)) {
            JsonNode event = JSON.readTree(record.value());
            assertThat(ids.add(event.path("event_id").stringValue())).isTrue();
            if (new String(record.key(), StandardCharsets.UTF_8).equals(card.toString())
                    && event.path("sequence").longValue() > 4) {
                published.add(
                        event.at("/now/status").stringValue()
                                + " "
                                + event.path("sequence").longValue());
            }
        }
        return published;
    }

    /** A database that was restored to an earlier day finds days of events on the topic. */
    @Test
    void readsALongTopicInPartsAndThenTellsWhatItDoesNotHave() throws Exception {
        FeedTopics topics = new FeedTopics(TestKafka.clientFile(), 1).recreate();
        DefaultKafkaProducerFactory<byte[], byte[]> producers = producers();
        CardId card = book.card(null, null, null);
        DumpedBook dump = DumpedBook.of(POSTGRES.administratorSource());
        for (int i = 0; i < 60; i++) {
            book.freeze(card);
            become("active", jdbi, card);
        }
        try (EventRelay relay = relay(events, producers)) {
            relay.relay();
        }
        List<String> published = toldOf(card, topics);

        RESTORED.empty();
        dump.restoreInto(RESTORED.administratorSource());
        Jdbi restored = JdbiSetup.over(RESTORED.dataSource());
        become("frozen", restored, card);
        Map<String, Object> oneByOne = new HashMap<>(TestKafka.clientSettings());
        oneByOne.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
        EventPublisher inParts = new EventPublisher(new Database(restored));
        try (EventRelay relay =
                new EventRelay(
                        inParts,
                        Topics.EVENTS,
                        new KafkaTemplate<>(producers),
                        oneByOne,
                        () -> 0)) {
            relay.relay();
            assertThat(toldOf(card, topics)).as("after a part of the topic").isEqualTo(published);
            Patience.until(
                    () -> {
                        relay.relay();
                        return toldOf(card, topics).size() > published.size();
                    });
        } finally {
            producers.destroy();
        }

        assertThat(toldOf(card, topics)).hasSize(121).endsWith("active 124", "frozen 125");
    }

    @Test
    void tellsAgainWhatCouldNotBeToldWithTheSameNumbers() {
        book.freeze(book.card(null, null, null));
        List<StateEvent> lost = new ArrayList<>();

        assertThatThrownBy(
                        () ->
                                events.publish(
                                        new ObservedTopic(
                                                SilentParts::arrived,
                                                (published, ends) -> {
                                                    lost.addAll(published);
                                                    throw new IllegalStateException("no broker");
                                                })))
                .hasMessage("no broker");
        assertThat(tell()).isEqualTo(lost).isNotEmpty();
        assertThat(tell()).isEmpty();
    }

    @Test
    void waitsForNoOtherTransactionAndForgetsNoneThatEndsLater() {
        CardId slow = book.card(null, null, null);
        CardId quick = book.card(null, null, null);
        var unused = tell();
        try (Handle handle = jdbi.open()) {
            handle.begin();
            book.freezeIn(handle, slow);
            book.freeze(quick);
            assertThat(tell())
                    .extracting(StateEvent::key)
                    .as("while an older change is under way")
                    .containsExactly(quick.toString());
            handle.commit();
        }

        assertThat(tell()).extracting(StateEvent::key).containsExactly(slow.toString());
    }

    @Test
    void tellsEachStepOfEachTransactionAndReadsNothingElseOfTheCard() throws Exception {
        POSTGRES.empty(); // the simulated cards come with a book of their own
        new FeedTopics(TestKafka.clientFile(), PARTITIONS)
                .recreate()
                .send(
                        new TrafficSimulator(
                                SimulatedCards.issue(POSTGRES.dataSource(), 1),
                                Traffic.overDays(1, LocalDate.parse("2026-11-01"), 1, 60, 0)));
        try (RunningFeed running =
                RunningFeed.start(POSTGRES.url(), TestKafka.clientFile(), "alone")) {
            Patience.until(() -> count("select sum(next_offset) from feed_position") == 60);
            assertThat(running.service().owned()).isNotEmpty();
        }
        Map<UUID, Object> shown = new HashMap<>();
        for (StateEvent event : tell()) {
            if (event.content() instanceof PostedTransaction posted) {
                UUID id = posted.change().id().value();
                assertThat(posted.change().before())
                        .isEqualTo(shown.put(id, posted.change().after()));
            }
        }
        assertThat(shown).hasSize((int) count("select count(*) from transaction"));
        assertThat(count("select count(*) from transaction")).isGreaterThan(10);
        assertThat(heard.stream().map(SilentParts::cause))
                .contains("authorization_request", "reversal");

        UUID changed =
                jdbi.withHandle(
                        handle ->
                                handle.createQuery("select id from transaction limit 1")
                                        .mapTo(UUID.class)
                                        .one());
        jdbi.useHandle(
                handle ->
                        handle.createUpdate(
                                        """
                                        insert into state_change (kind, transactions)
                                        values ('transaction', '\\x7f'::bytea || uuid_send(:id)
                                                               || '\\x8093'::bytea
                                                               || int8send(1764547200000))
                                        """)
                                .bind("id", changed)
                                .execute());
        long read =
                jdbi.inTransaction(
                        handle -> {
                            long before = transactionsRead(handle);
                            assertThat(tell()).hasSize(1);
                            return transactionsRead(handle) - before;
                        });
        assertThat(read).as("rows read for one change").isEqualTo(1);
    }

    /** Rows of transactions that this connection has read so far. */
    private static long transactionsRead(Handle handle) {
        return handle.createQuery(
                        """
                        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)
                          from pg_stat_xact_user_tables
                         where relname = 'transaction'
                        """)
                .mapTo(Long.class)
                .one();
    }

    /** A topic that a test listens to. */
    private record ObservedTopic(
            Function<List<Long>, UnknownEvents> before,
            BiFunction<List<StateEvent>, List<Long>, List<Long>> teller)
            implements EventTopic {

        @Override
        public UnknownEvents arrivedAfter(List<Long> ends) {
            return before.apply(ends);
        }

        @Override
        public List<Long> publish(List<StateEvent> published, List<Long> ends) {
            return teller.apply(published, ends);
        }
    }

    /** Parts of events. */
    private static final class SilentParts {

        static UnknownEvents arrived(List<Long> ends) {
            return new UnknownEvents(Set.of(), Map.of(), ends, true);
        }

        static String cause(StateEvent event) {
            return event.content() instanceof PostedTransaction posted
                    ? posted.change().cause()
                    : "";
        }
    }

    private List<StateEvent> tell() {
        heard.clear();
        ObservedTopic topic =
                new ObservedTopic(
                        SilentParts::arrived,
                        (published, ends) -> {
                            heard.addAll(published);
                            return ends;
                        });
        while (events.publish(topic).more()) {
            assertThat(heard).isNotEmpty();
        }
        return List.copyOf(heard);
    }

    private static DefaultKafkaProducerFactory<byte[], byte[]> producers() {
        return new DefaultKafkaProducerFactory<>(
                TestKafka.clientSettings(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static EventRelay relay(
            EventPublisher events, DefaultKafkaProducerFactory<byte[], byte[]> producers) {
        return relay(events, producers, 0);
    }

    private static EventRelay relay(
            EventPublisher events,
            DefaultKafkaProducerFactory<byte[], byte[]> producers,
            long decidedBetween) {
        AtomicLong decided = new AtomicLong();
        return new EventRelay(
                events,
                Topics.EVENTS,
                new KafkaTemplate<>(producers),
                TestKafka.clientSettings(),
                () -> decided.addAndGet(decidedBetween));
    }

    private long count(String sql) {
        return jdbi.withHandle(
                handle -> handle.createQuery(sql).mapTo(Long.class).findOne().orElse(0L));
    }

    private static PeriodicTask relaying(EventRelay relay) {
        return new PeriodicTask("relay", Duration.ofMillis(50), relay::relay, Outages.UNREPORTED);
    }

    private static Schema schema() {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(
                        SchemaLocation.of("classpath:/dev/countersign/ingest/"),
                        JSON.readTree(
                                TextResource.read("/dev/countersign/ingest/events.schema.json")));
    }
}
