package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.BrokerCluster;
import dev.countersign.ingest.testkit.EndStates;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.SteadyFeed;
import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Three brokers, of which one is killed while two processes decide, and comes back. An answer
 * counts when two brokers have it.
 */
class BrokerLossIT {

    private static final Logger log = LoggerFactory.getLogger(BrokerLossIT.class);
    private static final int PARTITIONS = 4;
    private static final long RATE = 500;
    private static final long SOME = 2 * RATE;

    /** A broker is missed after nine seconds; the machine of the tests may be busy. */
    private static final Duration MAX = Duration.ofSeconds(40);

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path directory;

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void losesAndDoublesNothingWhenABrokerIsKilledAndComesBack() throws Exception {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        TrafficSimulator simulator =
                new TrafficSimulator(
                        SimulatedCards.issue(POSTGRES.dataSource(), 120),
                        Traffic.overDays(seed, LocalDate.parse("2026-11-28"), 6, 1_000_000, 0));
        try (BrokerCluster brokers = BrokerCluster.start(directory)) {
            Map<String, Object> client = ClientFile.read(brokers.clientFile());
            FeedTopics feed = new FeedTopics(brokers.clientFile(), PARTITIONS);
            try (Admin admin = Admin.create(client)) {
                makeTopics(admin, client);
                try (RunningFeed one = start(brokers, "one");
                        RunningFeed other = start(brokers, "other")) {
                    Patience.until(
                            () ->
                                    one.service().owned().size() + other.service().owned().size()
                                            == PARTITIONS);
                    long sent =
                            loseABroker(brokers, admin, SteadyFeed.start(client, simulator, RATE));
                    Patience.until(
                            () -> RunningFeed.decided(POSTGRES) == sent && feed.told() == sent);
                    log.info("decided {} messages", sent);
                }
            }
            assertThat(feed.answers()).hasSize((int) POSTGRES.number(ANSWERED));
            assertThat(feed.answers().values()).allSatisfy(texts -> assertThat(texts).hasSize(1));
        }
        assertThat(EndStates.of(POSTGRES.dataSource()))
                .isEqualTo(EndStates.expected(simulator.truth()));
    }

    /** Answers how many messages were sent. */
    private long loseABroker(BrokerCluster brokers, Admin admin, SteadyFeed load) throws Exception {
        try (load;
                Pauses pauses = new Pauses()) {
            Patience.until(() -> RunningFeed.decided(POSTGRES) >= SOME);
            pauses.begin();
            int node = random.nextInt(3);
            brokers.kill(node);
            long killed = System.nanoTime();
            Patience.until(() -> !areAllReplicated(admin));
            Duration missed = since(killed);
            long known = RunningFeed.decided(POSTGRES);
            Patience.until(() -> RunningFeed.decided(POSTGRES) >= known + SOME);
            brokers.startAgain(node);
            Duration back = since(killed);
            Patience.until(() -> areAllReplicated(admin));
            Duration whole = since(killed);
            long later = RunningFeed.decided(POSTGRES);
            Patience.until(() -> RunningFeed.decided(POSTGRES) >= later + SOME);
            Duration pause = pauses.longest();
            log.info(
                    "broker {} killed: missed after {} ms, started again after {} ms, all"
                            + " replicas there after {} ms; no partition stood for longer than"
                            + " {} ms",
                    node + 1,
                    missed.toMillis(),
                    back.toMillis(),
                    whole.toMillis(),
                    pause.toMillis());
            assertThat(pause).isLessThan(MAX);
        }
        assertThat(load.refused()).isZero();
        return load.sent();
    }

    /** Looks for how long each partition's position stands. */
    private static final class Pauses implements AutoCloseable {

        private static final long LOOK_NANOS = 20_000_000;

        private final Thread thread = Thread.ofVirtual().unstarted(this::look);
        private volatile long longestNanos;
        private volatile boolean ends;

        void begin() {
            thread.start();
        }

        private void look() {
            List<Long> before = positions();
            long[] since = new long[before.size()];
            Arrays.fill(since, System.nanoTime());
            while (!ends) {
                LockSupport.parkNanos(LOOK_NANOS);
                List<Long> now = positions();
                for (int partition = 0; partition < since.length; partition++) {
                    long looked = System.nanoTime();
                    longestNanos = Math.max(longestNanos, looked - since[partition]);
                    if (now.get(partition) > before.get(partition)) {
                        since[partition] = looked;
                    }
                }
                before = now;
            }
        }

        Duration longest() {
            return Duration.ofNanos(longestNanos);
        }

        @Override
        public void close() {
            ends = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** As the product makes them. */
    private static void makeTopics(Admin admin, Map<String, Object> client) throws Exception {
        var properties = RunningFeed.properties("topics", 3);
        assertThat(
                        new TopicSetup(client, Topics.UNPREFIXED, properties, Outages.UNREPORTED)
                                .create(admin))
                .isTrue();
        Patience.until(() -> areAllReplicated(admin) && countsWithTwo(admin));
    }

    private static boolean countsWithTwo(Admin admin) throws Exception {
        ConfigResource decisions = new ConfigResource(ConfigResource.Type.TOPIC, Topics.DECISIONS);
        try {
            return admin.describeConfigs(List.of(decisions))
                    .all()
                    .get()
                    .get(decisions)
                    .get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG)
                    .value()
                    .equals("2");
        } catch (ExecutionException e) {
            return false; // the broker that was asked does not know it yet
        }
    }

    private static boolean areAllReplicated(Admin admin) throws Exception {
        try {
            return admin
                    .describeTopics(List.of(Topics.FEED, Topics.DECISIONS))
                    .allTopicNames()
                    .get()
                    .values()
                    .stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .allMatch(partition -> partition.isr().size() == 3);
        } catch (ExecutionException e) {
            return false; // the broker that was asked does not know them yet
        }
    }

    private static RunningFeed start(BrokerCluster brokers, String instance) {
        return RunningFeed.start(POSTGRES.url(), brokers.clientFile(), instance);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static List<Long> positions() {
        return JdbiSetup.over(POSTGRES.dataSource())
                .withHandle(
                        handle ->
                                handle.createQuery(
                                                "select next_offset from feed_position order by partition")
                                        .mapTo(Long.class)
                                        .list());
    }

    private static final String ANSWERED =
            """
            select (select count(*)
                      from transaction
                     where origin in ('request', 'single_message', 'refund_request', 'increment'))
                   + (select count(*)
                        from message
                       where response_code is not null)
            """;
}
