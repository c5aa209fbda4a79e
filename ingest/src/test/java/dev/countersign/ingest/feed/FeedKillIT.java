package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.EndStates;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import dev.countersign.reconcile.service.feed.FeedPosting;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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

    /** More than all cards ask for: in whatever order they do, the decisions are the same. */
    private static final long ENOUGH = 1_000_000_000_000L;

    private static final LocalDate FROM = LocalDate.parse("2026-11-28");

    @RegisterExtension static final PostgresExtension KILLED = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension UNDISTURBED = new PostgresExtension().named("undisturbed");

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final FeedTopics feed = new FeedTopics(TestKafka.clientFile(), PARTITIONS);
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void losesAndDoublesNothingWhenItIsKilled() throws Exception {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        feed.recreate();
        List<SimulatedCard> cards = SimulatedCards.issueFunded(KILLED.dataSource(), CARDS, ENOUGH);
        assertThat(SimulatedCards.issueFunded(UNDISTURBED.dataSource(), CARDS, ENOUGH))
                .isEqualTo(cards);
        TrafficSimulator simulator =
                new TrafficSimulator(cards, Traffic.overDays(seed, FROM, 6, MESSAGES, 5));
        feed.send(simulator);

        runAndKill();
        runUndisturbed();

        for (String table :
                List.of(TRANSACTIONS, MESSAGES_READ, CLEARINGS, BREAKS, EARLY, SECURITY, FUNDS)) {
            assertThat(KILLED.texts(table)).as(table).isEqualTo(UNDISTURBED.texts(table));
        }
        assertThat(KILLED.texts(FUNDS)).isEqualTo(KILLED.texts(HELD));
        assertThat(EndStates.of(KILLED.dataSource()))
                .isEqualTo(EndStates.expected(simulator.truth()));
        everyRequestHasOneAnswer();
    }

    // ---- the runs

    private void runAndKill() throws Exception {
        int answersBeforeHalt = 500 + random.nextInt(2_000);
        try (ChildJvm halting = start("owner", answersBeforeHalt)) {
            assertThat(halting.exitCode()).isEqualTo(137);
        }
        log.info("killed between record and answer: decided={}", RunningFeed.decided(KILLED));
        for (int kill = 1; kill <= 3; kill++) {
            long until = RunningFeed.decided(KILLED) + 1_000 + random.nextInt(3_000);
            try (ChildJvm owner = start("owner", 0)) {
                awaitDecided(Math.min(until, MESSAGES - 500));
                owner.kill();
            }
            log.info("killed: decided={}", RunningFeed.decided(KILLED));
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
                TestKafka.clientFile().toString(),
                instance,
                String.valueOf(answersMax));
    }

    private void runUndisturbed() {
        InstantSource clock = InstantSource.fixed(Instant.parse("2026-12-31T00:00:00Z"));
        Database database = Database.over(UNDISTURBED.dataSource());
        FeedCodec codec = new FeedCodec(CodecOptions.DEFAULT, clock);
        FeedStores stores = FeedStores.with(codec);
        FeedBatchReader reader = new FeedBatchReader(codec, Topics.UNPREFIXED);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            FeedPosting posting =
                    new FeedPosting(database, stores, MessagePosting.DEFAULT, clock, 50);
            int number = partition;
            database.doAtomically(handle -> stores.feed().begin(handle, Topics.FEED, number, 0));
            List<ConsumerRecord<byte[], byte[]>> records = feed.all(Topics.FEED, partition);
            for (int from = 0; from < records.size(); from += 731) {
                List<ConsumerRecord<byte[], byte[]>> run =
                        records.subList(from, Math.min(records.size(), from + 731));
                posting.post(
                        reader.read(
                                        run,
                                        List.of(
                                                new OffsetRange(
                                                        partition,
                                                        run.getFirst().offset(),
                                                        run.getLast().offset() + 1)),
                                        Map.of())
                                .batch());
            }
        }
    }

    // ---- waiting

    private static void awaitDecided(long messages) throws InterruptedException {
        Patience.until(() -> RunningFeed.decided(KILLED) >= messages);
    }

    private void awaitAnswered() throws InterruptedException {
        Patience.until(() -> feed.answers().keySet().containsAll(requests()));
    }

    // ---- what must hold

    private void everyRequestHasOneAnswer() {
        Map<String, Set<String>> answers = feed.answers();
        assertThat(answers.keySet()).containsExactlyInAnyOrderElementsOf(requests());
        assertThat(answers.values()).allSatisfy(bytes -> assertThat(bytes).hasSize(1));
        assertThat(KILLED.texts(DECIDED))
                .as("the decisions on the topic and those of the book")
                .containsExactlyInAnyOrderElementsOf(answers.keySet());
    }

    private Set<String> requests() {
        FeedBatchReader reader =
                new FeedBatchReader(
                        new FeedCodec(CodecOptions.DEFAULT, InstantSource.system()),
                        Topics.UNPREFIXED);
        Set<String> requests = new HashSet<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            reader
                    .read(feed.all(Topics.FEED, partition), List.of(), Map.of())
                    .batch()
                    .entries()
                    .stream()
                    .filter(entry -> entry.message() instanceof NetworkMessage.Request)
                    .forEach(
                            entry -> requests.add(entry.message().header().messageId().toString()));
        }
        return requests;
    }

    /** The requests that the book says were answered: those that made a transaction, and others. */
    private static final String DECIDED =
            "select message_id::text from transaction where origin in"
                    + " ('request', 'single_message', 'refund_request', 'increment')"
                    + " union all"
                    + " select message_id::text from message where response_code is not null";

    private static final String TRANSACTIONS =
            "select (to_jsonb(transaction) - 'decided_at' - 'feed_partition' - 'feed_offset')::text"
                    + " from transaction order by id";

    /** Without the balances that were told, which depend on the order of partitions. */
    private static final String MESSAGES_READ =
            "select (to_jsonb(message) - 'decided_at' - 'feed_partition' - 'feed_offset'"
                    + " - 'available_minor')::text"
                    + " from message order by id";

    private static final String CLEARINGS =
            "select (to_jsonb(clearing) - 'recorded_at')::text from clearing order by id";
    private static final String BREAKS = "select to_jsonb(break)::text from break order by id";
    private static final String EARLY =
            "select to_jsonb(early_arrival)::text from early_arrival order by identity";
    private static final String FUNDS =
            "select balance_minor || ' ' || held_minor from funding_account";
    private static final String HELD =
            "select "
                    + ENOUGH
                    + " || ' ' || sum(held_minor) from transaction where funding_id is not null";
    private static final String SECURITY =
            "select to_jsonb(card_security)::text from card_security order by card_id";
}
