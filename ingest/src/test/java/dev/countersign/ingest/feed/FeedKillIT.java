package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.ingest.simulate.CardTruth;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.SimulatedRules;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.domain.authorization.Authorizer;
import dev.countersign.reconcile.domain.authorization.DecisionPolicy;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.Poster;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.FeedBatch.Stretch;
import dev.countersign.reconcile.service.FeedPosting;
import dev.countersign.reconcile.service.FeedStores;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Twenty thousand messages, with repetitions, wrong order and poison, through owners that are
 * killed hard at random points and once between record and answer: the book is that of an
 * undisturbed run and of the simulator's truth, and every request has one answer, the same bytes
 * each time.
 */
class FeedKillIT {

    private static final Logger log = LoggerFactory.getLogger(FeedKillIT.class);
    private static final int MESSAGES = 20_000;
    private static final int CARDS = 120;
    private static final int PARTITIONS = 4;
    private static final LocalDate FROM = LocalDate.parse("2026-11-28");

    @RegisterExtension static final PostgresExtension KILLED = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension UNDISTURBED = new PostgresExtension().named("undisturbed");

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void losesAndDoublesNothingWhenItIsKilled() throws Exception {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        createTopics();
        List<SimulatedCard> cards = issue(KILLED);
        assertThat(issue(UNDISTURBED)).isEqualTo(cards);
        TrafficSimulator simulator =
                new TrafficSimulator(cards, new Traffic(seed, FROM, 6, MESSAGES, 5));
        send(simulator);

        runAndKill();
        runUndisturbed();

        for (String table :
                List.of(TRANSACTIONS, MESSAGES_READ, CLEARINGS, BREAKS, EARLY, SECURITY)) {
            assertThat(rows(KILLED, table)).as(table).isEqualTo(rows(UNDISTURBED, table));
        }
        assertThat(transactions()).isEqualTo(expectedTransactions(simulator.truth()));
        assertThat(usage()).isEqualTo(expectedUsage(simulator.truth()));
        everyRequestHasOneAnswer();
    }

    // ---- the runs

    private void runAndKill() throws Exception {
        int answersBeforeHalt = 500 + random.nextInt(2_000);
        try (ChildJvm halting = start("owner", answersBeforeHalt)) {
            assertThat(halting.exitCode()).isEqualTo(137);
        }
        log.info("killed between record and answer: decided={}", decided());
        for (int kill = 1; kill <= 3; kill++) {
            long until = decided() + 1_000 + random.nextInt(3_000);
            try (ChildJvm owner = start("owner", 0)) {
                awaitDecided(Math.min(until, MESSAGES - 500));
                owner.kill();
            }
            log.info("killed: decided={}", decided());
        }
        try (ChildJvm owner = start("owner", 0);
                ChildJvm second = start("second", 0)) {
            awaitDecided(MESSAGES);
            awaitAnswered();
            owner.kill();
            second.kill();
        }
    }

    private ChildJvm start(String instance, int answersMax) throws Exception {
        return ChildJvm.run(
                FeedProcess.class,
                KILLED.url(),
                TestKafka.bootstrapServers(),
                instance,
                String.valueOf(answersMax));
    }

    private void runUndisturbed() {
        InstantSource clock = InstantSource.fixed(Instant.parse("2026-12-31T00:00:00Z"));
        Database database = new Database(Jdbi.create(UNDISTURBED.dataSource()));
        FeedCodec codec = new FeedCodec(CodecOptions.DEFAULT, clock);
        FeedStores stores = FeedStores.with(codec);
        FeedBatchReader reader = new FeedBatchReader(codec, new Quarantine());
        for (int partition = 0; partition < PARTITIONS; partition++) {
            FeedPosting posting =
                    new FeedPosting(
                            database,
                            stores,
                            new Poster(new Authorizer(DecisionPolicy.DEFAULT)),
                            clock,
                            50);
            int number = partition;
            database.doAtomically(handle -> stores.feed().begin(handle, Topics.FEED, number, 0));
            List<ConsumerRecord<byte[], byte[]>> records = all(Topics.FEED, partition);
            for (int from = 0; from < records.size(); from += 731) {
                List<ConsumerRecord<byte[], byte[]>> run =
                        records.subList(from, Math.min(records.size(), from + 731));
                posting.post(
                        reader.read(
                                        run,
                                        List.of(
                                                new Stretch(
                                                        partition,
                                                        run.getFirst().offset(),
                                                        run.getLast().offset() + 1)))
                                .batch());
            }
        }
    }

    // ---- the feed

    private static void createTopics() throws Exception {
        for (String topic : List.of(Topics.FEED, Topics.DECISIONS, Topics.DEAD_LETTERS)) {
            TestKafka.createTopic(topic, PARTITIONS);
        }
    }

    private static List<SimulatedCard> issue(PostgresExtension postgres) {
        SeededBook book = new SeededBook(Jdbi.create(postgres.dataSource()));
        List<SimulatedCard> cards = new ArrayList<>();
        for (int number = 0; number < CARDS; number++) {
            boolean cash = SimulatedRules.cashAllowed(number);
            CardId card = book.card(SimulatedRules.limits(), SimulatedRules.controls(cash));
            cards.add(new SimulatedCard(card, Network.VISA, YearMonth.of(2032, 12), "EUR", cash));
        }
        return cards;
    }

    private static void send(TrafficSimulator simulator) {
        try (var producer =
                new KafkaProducer<>(
                        Map.<String, Object>of(
                                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                TestKafka.bootstrapServers()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            while (simulator.hasNext()) {
                SimulatedMessage message = simulator.next();
                var unused =
                        producer.send(
                                new ProducerRecord<>(
                                        Topics.FEED,
                                        message.key().getBytes(StandardCharsets.UTF_8),
                                        message.text().getBytes(StandardCharsets.UTF_8)));
            }
            producer.flush();
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> all(String topic, int partition) {
        try (var consumer =
                new KafkaConsumer<>(
                        Map.<String, Object>of(
                                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                TestKafka.bootstrapServers()),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            TopicPartition whole = new TopicPartition(topic, partition);
            consumer.assign(Set.of(whole));
            consumer.seekToBeginning(Set.of(whole));
            long end = consumer.endOffsets(Set.of(whole)).get(whole);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (consumer.position(whole) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
            return records;
        }
    }

    private static long decided() {
        return Jdbi.create(KILLED.dataSource())
                .withHandle(
                        handle ->
                                handle.createQuery(
                                                "select coalesce(sum(next_offset), 0) from feed_position")
                                        .mapTo(Long.class)
                                        .one());
    }

    private static void awaitDecided(long messages) throws InterruptedException {
        Instant deadline = Instant.now().plusSeconds(120);
        while (decided() < messages) {
            assertThat(Instant.now())
                    .as("decided " + decided() + " of " + messages)
                    .isBefore(deadline);
            Thread.sleep(50); // another process makes the progress that is waited for
        }
    }

    private void awaitAnswered() throws InterruptedException {
        Instant deadline = Instant.now().plusSeconds(60);
        while (!answers().keySet().containsAll(requests())) {
            assertThat(Instant.now()).as("every request is answered").isBefore(deadline);
            Thread.sleep(200); // another process makes the progress that is waited for
        }
    }

    // ---- what must hold

    private void everyRequestHasOneAnswer() {
        Map<String, Set<String>> answers = answers();
        assertThat(answers.keySet()).containsExactlyInAnyOrderElementsOf(requests());
        assertThat(answers.values()).allSatisfy(bytes -> assertThat(bytes).hasSize(1));
    }

    /** The different texts of each answer, by the message that it replies to. */
    private static Map<String, Set<String>> answers() {
        Map<String, Set<String>> answers = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            for (ConsumerRecord<byte[], byte[]> record : all(Topics.DECISIONS, partition)) {
                String text = new String(record.value(), StandardCharsets.UTF_8);
                String inReplyTo = text.substring(16, 52);
                answers.computeIfAbsent(inReplyTo, unseen -> new HashSet<>()).add(text);
            }
        }
        return answers;
    }

    private static Set<String> requests() {
        FeedBatchReader reader =
                new FeedBatchReader(
                        new FeedCodec(CodecOptions.DEFAULT, InstantSource.system()),
                        new Quarantine());
        Set<String> requests = new HashSet<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            reader.read(all(Topics.FEED, partition), List.of()).batch().entries().stream()
                    .filter(entry -> entry.message() instanceof NetworkMessage.Request)
                    .forEach(
                            entry -> requests.add(entry.message().header().messageId().toString()));
        }
        return requests;
    }

    private static Map<String, String> transactions() {
        Map<String, String> found = new TreeMap<>();
        for (String row : rows(KILLED, ENDS)) {
            found.put(row.substring(0, row.indexOf(' ')), row.substring(row.indexOf(' ') + 1));
        }
        return found;
    }

    private static Map<String, String> expectedTransactions(Map<SimulatedCard, CardTruth> truth) {
        Map<String, String> expected = new TreeMap<>();
        truth.values()
                .forEach(
                        card ->
                                card.transactions()
                                        .forEach(
                                                (reference, end) ->
                                                        expected.put(
                                                                reference,
                                                                end.status()
                                                                        + " "
                                                                        + end.amount()
                                                                        + " "
                                                                        + end.declineReason())));
        return expected;
    }

    private static List<String> usage() {
        return rows(KILLED, USAGE);
    }

    private static List<String> expectedUsage(Map<SimulatedCard, CardTruth> truth) {
        List<String> expected = new ArrayList<>();
        truth.forEach(
                (card, ends) ->
                        ends.usageByDay()
                                .forEach(
                                        (day, spent) ->
                                                expected.add(
                                                        card.id().value()
                                                                + " "
                                                                + day
                                                                + " "
                                                                + spent)));
        expected.sort(null);
        return expected;
    }

    private static List<String> rows(PostgresExtension postgres, String sql) {
        return Jdbi.create(postgres.dataSource())
                .withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list());
    }

    private static final String TRANSACTIONS =
            "select (to_jsonb(transaction) - 'decided_at' - 'feed_partition' - 'feed_offset')::text"
                    + " from transaction order by id";
    private static final String MESSAGES_READ =
            "select (to_jsonb(message) - 'decided_at' - 'feed_partition' - 'feed_offset')::text"
                    + " from message order by id";
    private static final String CLEARINGS =
            "select (to_jsonb(clearing) - 'recorded_at')::text from clearing order by id";
    private static final String BREAKS = "select to_jsonb(break)::text from break order by id";
    private static final String EARLY =
            "select to_jsonb(early_arrival)::text from early_arrival order by identity";
    private static final String SECURITY =
            "select to_jsonb(card_security)::text from card_security order by card_id";
    private static final String ENDS =
            """
            select network_txn_id || ' ' || status || ' ' || amount_minor || ' '
                     || coalesce(decline_reason, 'null')
              from transaction
            """;
    private static final String USAGE =
            """
            select line
              from (select card_id || ' ' || (created_at at time zone 'UTC')::date || ' '
                             || sum(amount_minor) as line
                      from spend
                     group by card_id, (created_at at time zone 'UTC')::date
                    having sum(amount_minor) <> 0) lines
             order by line collate "C"
            """;
}
