package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.EndStates;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Troubles around the feed: it waits, and goes on with everything in its place. */
class FeedTroubleIT {

    private static final Logger log = LoggerFactory.getLogger(FeedTroubleIT.class);
    private static final int PARTITIONS = 4;
    private static final int MESSAGES = 4_000;
    private static final LocalDate FROM = LocalDate.parse("2026-11-28");

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private TrafficSimulator simulator;

    @BeforeEach
    void beginBook() {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        POSTGRES.recreate();
        simulator =
                new TrafficSimulator(
                        SimulatedCards.issue(POSTGRES.dataSource(), 60),
                        Traffic.overDays(seed, FROM, 4, MESSAGES, 0));
    }

    @Test
    void setsAsideWhatItCannotReadAndGoesOn() throws Exception {
        FeedTopics feed = new FeedTopics(TestKafka.clientFile(), PARTITIONS).recreate();
        SimulatedMessage first = firstRequest();
        String secret = "{\"pan\":\"4000001234567899\",\"kind\":\"authorization_request\"}";
        List<SimulatedMessage> messages = new ArrayList<>();
        messages.add(new SimulatedMessage(first.at(), first.key(), "no JSON at all", false));
        messages.add(new SimulatedMessage(first.at(), first.key(), secret, false));
        messages.add(
                new SimulatedMessage(
                        first.at(),
                        first.key(),
                        first.text()
                                .replaceFirst("\"value\":\\d+", "\"value\":9223372036854775808"),
                        false));
        messages.add(
                new SimulatedMessage(
                        first.at(), first.key(), "{\"a\":\"" + "x".repeat(100_000) + "\"}", false));
        messages.add(first);
        feed.send(messages);

        try (RunningFeed running = start(TestKafka.clientFile(), "alone")) {
            Patience.until(() -> RunningFeed.decided(POSTGRES) == messages.size());
            Patience.until(() -> feed.answers().size() == 1);
            Patience.until(() -> feed.told() == messages.size());
            assertThat(running.registry().get("countersign.feed.quarantined").counter().count())
                    .isEqualTo(4);
        }
        List<ConsumerRecord<byte[], byte[]>> letters = feed.all(Topics.DEAD_LETTERS);

        assertThat(letters)
                .extracting(letter -> header(letter, "reason"))
                .containsExactly("not_json", "missing_field", "out_of_range", "too_large");
        assertThat(letters)
                .allSatisfy(
                        letter -> {
                            assertThat(header(letter, "topic")).isEqualTo(Topics.FEED);
                            assertThat(header(letter, "detail")).isNotBlank();
                            assertThat(new String(letter.value(), StandardCharsets.UTF_8))
                                    .doesNotContain("4000001234567899");
                        });
        assertThat(letters.stream().map(letter -> header(letter, "offset")))
                .containsExactly("0", "1", "2", "3");
    }

    /** A constraint of the database stands for whatever no rule foresaw. */
    @Test
    void setsAsideWhatItCannotRecordAndGoesOn() throws Exception {
        JdbiSetup.over(POSTGRES.ownerSource())
                .useHandle(
                        handle ->
                                handle.execute(
                                        """
                                        alter table transaction
                                          add constraint never check (requested_minor <> 777777777)
                                        """));
        FeedTopics feed = new FeedTopics(TestKafka.clientFile(), PARTITIONS).recreate();
        List<SimulatedMessage> messages = new ArrayList<>();
        for (int number = 0; number < 600; number++) {
            SimulatedMessage message = number == 300 ? firstRequest() : simulator.next();
            messages.add(
                    number != 300
                            ? message
                            : new SimulatedMessage(
                                    message.at(),
                                    message.key(),
                                    message.text()
                                            .replaceAll("\"value\":\\d+", "\"value\":777777777"),
                                    false));
        }
        feed.send(messages);

        try (RunningFeed running = start(TestKafka.clientFile(), "alone")) {
            Patience.until(() -> RunningFeed.decided(POSTGRES) == messages.size());
            Patience.until(() -> feed.told() == messages.size());
            assertThat(running.registry().get("countersign.feed.quarantined").counter().count())
                    .isEqualTo(1);
        }

        assertThat(feed.all(Topics.DEAD_LETTERS))
                .extracting(letter -> header(letter, "reason") + " " + header(letter, "detail"))
                .containsExactly(
                        "cannot_be_processed SQL state 23514: new row for relation \"transaction\""
                                + " violates check constraint \"never\"");
        assertThat(feed.answers().keySet()).containsAll(answeredInTheBook());
    }

    @Test
    void waitsForADatabaseThatIsDown() throws Exception {
        FeedTopics feed = new FeedTopics(TestKafka.clientFile(), PARTITIONS).recreate();
        feed.send(simulator);

        try (RunningFeed running = start(TestKafka.clientFile(), "alone")) {
            Patience.until(() -> RunningFeed.decided(POSTGRES) > 500);
            POSTGRES.refuseConnections();
            Patience.until(() -> running.service().owned().isEmpty());
            POSTGRES.acceptConnections();
            Patience.until(() -> RunningFeed.decided(POSTGRES) == MESSAGES);
        }

        everythingIsInItsPlace(feed);
    }

    @Test
    void waitsForABrokerThatIsDown(@TempDir Path directory) throws Exception {
        EmbeddedKafka broker = EmbeddedKafka.start(directory, LoopbackPort.ANY);
        int port = broker.port();
        Path client = broker.clientFile();
        FeedTopics feed = new FeedTopics(client, PARTITIONS).recreate();
        feed.send(simulator);

        try (RunningFeed running = start(client, "alone")) {
            Patience.until(() -> RunningFeed.decided(POSTGRES) > 200);
            broker.close();
            broker = EmbeddedKafka.start(directory, port);
            Patience.until(() -> RunningFeed.decided(POSTGRES) == MESSAGES);
            Patience.until(() -> !running.service().owned().isEmpty());
        }

        everythingIsInItsPlace(feed);
        broker.close();
    }

    @ParameterizedTest(name = "while it runs: {0}")
    @ValueSource(booleans = {true, false})
    void decidesATopicAgainThatWasMadeAnew(boolean whileItRuns) throws Exception {
        FeedTopics feed = new FeedTopics(TestKafka.clientFile(), PARTITIONS).recreate();
        List<SimulatedMessage> messages = new ArrayList<>();
        while (simulator.hasNext()) {
            messages.add(simulator.next());
        }
        feed.send(messages.subList(0, MESSAGES - 500));
        RunningFeed running = start(TestKafka.clientFile(), "alone");
        Patience.until(() -> RunningFeed.decided(POSTGRES) == MESSAGES - 500);
        Patience.until(() -> feed.answers().keySet().containsAll(answeredInTheBook()));
        Map<String, Set<String>> before = feed.answers();

        if (!whileItRuns) {
            running.close();
        }
        feed.recreate();
        feed.send(messages.subList(MESSAGES - 1_000, MESSAGES));
        RunningFeed again = whileItRuns ? running : start(TestKafka.clientFile(), "alone");
        Patience.until(() -> RunningFeed.decided(POSTGRES) == MESSAGES + 500);
        again.close();
        assertThat(POSTGRES.number("select min(offset_shift) from feed_position"))
                .as("nights go by offsets that grow")
                .isPositive();
        assertThat(
                        POSTGRES.number(
                                "select count(*) from transaction join feed_position"
                                        + " on feed_partition = partition and feed_offset >= offset_shift"))
                .isPositive();

        assertThat(EndStates.of(POSTGRES.dataSource()))
                .isEqualTo(EndStates.expected(simulator.truth()));
        assertThat(feed.answers())
                .allSatisfy(
                        (message, bytes) ->
                                assertThat(bytes)
                                        .isEqualTo(before.getOrDefault(message, bytes))
                                        .hasSize(1));
    }

    @Test
    void endsInGoodTimeWhenTheBrokerWentFirst(@TempDir Path directory) throws Exception {
        EmbeddedKafka broker = EmbeddedKafka.start(directory, LoopbackPort.ANY);
        FeedTopics feed = new FeedTopics(broker.clientFile(), PARTITIONS).recreate();
        feed.send(simulator);
        RunningFeed running = start(broker.clientFile(), "alone");
        Patience.until(() -> RunningFeed.decided(POSTGRES) > 200);

        broker.close();
        Instant closing = Instant.now();
        running.service().stop();

        assertThat(Duration.between(closing, Instant.now())).isLessThan(Duration.ofSeconds(18));
        assertThat(running.service().owned()).isEmpty();
        running.close();
    }

    @Test
    void sharesThePartitionsWithOthersThatComeAndGo() throws Exception {
        FeedTopics feed = new FeedTopics(TestKafka.clientFile(), PARTITIONS).recreate();
        List<SimulatedMessage> messages = new ArrayList<>();
        while (simulator.hasNext()) {
            messages.add(simulator.next());
        }
        int part = MESSAGES / 4;

        RunningFeed first = start(TestKafka.clientFile(), "first");
        feed.send(messages.subList(0, part));
        Patience.until(() -> RunningFeed.decided(POSTGRES) > part / 2);
        RunningFeed second = start(TestKafka.clientFile(), "second");
        feed.send(messages.subList(part, 2 * part));
        Patience.until(() -> !second.service().owned().isEmpty());
        RunningFeed namesake = start(TestKafka.clientFile(), "first");
        feed.send(messages.subList(2 * part, 3 * part));
        // It may be one too many for the partitions, since the first goes on without a name.
        Patience.until(() -> namesake.service().isReady());
        second.close();
        feed.send(messages.subList(3 * part, MESSAGES));
        Patience.until(() -> RunningFeed.decided(POSTGRES) == MESSAGES);
        first.close();
        namesake.close();

        everythingIsInItsPlace(feed);
    }

    /** Traffic may begin with a message that nobody answers. */
    private SimulatedMessage firstRequest() {
        SimulatedMessage message = simulator.next();
        while (!message.text().contains("\"kind\":\"authorization_request\"")) {
            message = simulator.next();
        }
        return message;
    }

    private void everythingIsInItsPlace(FeedTopics feed) {
        assertThat(EndStates.of(POSTGRES.dataSource()))
                .isEqualTo(EndStates.expected(simulator.truth()));
        assertThat(feed.answers().values()).allSatisfy(bytes -> assertThat(bytes).hasSize(1));
        assertThat(feed.answers().keySet()).containsAll(answeredInTheBook());
        assertThat(feed.all(Topics.DEAD_LETTERS)).isEmpty();
    }

    private static List<String> answeredInTheBook() {
        return POSTGRES.texts(
                "select message_id from transaction where origin in ('request', 'single_message')");
    }

    private static RunningFeed start(Path clientFile, String instance) {
        return RunningFeed.start(POSTGRES.url(), clientFile, instance);
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
