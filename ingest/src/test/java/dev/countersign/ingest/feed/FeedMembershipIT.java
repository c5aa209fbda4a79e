package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SilentProxy;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two processes that share the partitions of the feed. One of them joins, leaves, is killed, is cut
 * off from the database and is stopped in the middle of a transaction; each time the other decides
 * all of the feed soon after.
 */
class FeedMembershipIT {

    private static final Logger log = LoggerFactory.getLogger(FeedMembershipIT.class);
    private static final int PARTITIONS = 4;
    private static final int OWNERS = 2;
    private static final int MESSAGES = 3_000;

    /** Enough of them for each partition to have some. */
    private static final int SOME = 100;

    /** The limits of the product's own connections. */
    private static final String LIMITS = "&socketTimeout=12&connectTimeout=5";

    /** Time that a busy machine may take longer. */
    private static final Duration LENIENCE = Duration.ofSeconds(5);

    /** Planned stops, of which the quickest tells what the machine takes that is not busy. */
    private static final int STOPS = 3;

    /** Less than a second where the machine has nothing else to do. */
    private static final Duration STOP_MAX = Duration.ofSeconds(2);

    private static final String WAITING =
            """
            select count(*)
              from pg_stat_activity
             where datname = current_database()
               and wait_event_type = 'Lock'
            """;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final FeedTopics feed = new FeedTopics(TestKafka.clientFile(), PARTITIONS);
    private final List<String> figures = new ArrayList<>();
    private TrafficSimulator simulator;
    private long sent;

    @Test
    void losesAnyProcessAndGoesOn() throws Exception {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        feed.recreate();
        simulator =
                new TrafficSimulator(
                        SimulatedCards.issue(POSTGRES.dataSource(), 60),
                        Traffic.overDays(seed, LocalDate.parse("2026-11-28"), 4, MESSAGES, 0));
        int database = URI.create(POSTGRES.url().substring("jdbc:".length())).getPort();
        try (SilentProxy way = SilentProxy.to(database);
                ChildJvm first = start("first", POSTGRES.url())) {
            decidesAll("the first message", Duration.ofMinutes(1));

            Duration quickest = Duration.ofDays(1);
            for (int stop = 0; stop < STOPS; stop++) {
                try (ChildJvm second = start("second", POSTGRES.url())) {
                    awaitProcesses(2);
                    decidesAll("joined", Duration.ofSeconds(8));
                    second.interrupt();
                    Duration took = decidesAll("asked to end", STOP_MAX);
                    quickest = took.compareTo(quickest) < 0 ? took : quickest;
                }
            }
            assertThat(quickest).as("asked to end").isLessThan(STOP_MAX);
            try (ChildJvm second = start("second", POSTGRES.url())) {
                awaitProcesses(2);
                second.kill();
                decidesAll("killed", Duration.ofSeconds(8));
            }
            String throughTheWay =
                    POSTGRES.url().replace(":" + database + "/", ":" + way.port() + "/");
            try (ChildJvm second = start("second", throughTheWay + LIMITS)) {
                awaitProcesses(2);
                way.fallSilent();
                decidesAll("cut off from the database", Duration.ofSeconds(15));
                way.speak();
                awaitProcesses(2);
                decidesAll("back", Duration.ofSeconds(8));

                stopInATransaction(first);
                decidesAll("stopped in a transaction", Duration.ofSeconds(10));
                first.resume();
                awaitProcesses(2);
                decidesAll("resumed", Duration.ofSeconds(8));
                second.kill();
            }
            decidesAll("alone again", Duration.ofSeconds(8));
        }
        log.info("seconds until the other had decided all: {}", String.join(", ", figures));
        everyRequestIsAnsweredOnce();
    }

    /** Sends some messages, and waits until every one that was sent is decided. */
    private Duration decidesAll(String when, Duration max) {
        long begun = System.nanoTime();
        sendSome();
        Patience.until(() -> RunningFeed.decided(POSTGRES) == sent);
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        figures.add(when + " " + took.toMillis() / 1_000.0);
        assertThat(took).as(when).isLessThan(max.plus(LENIENCE));
        return took;
    }

    private void sendSome() {
        List<SimulatedMessage> some = new ArrayList<>();
        for (int number = 0; number < SOME; number++) {
            some.add(simulator.next());
        }
        feed.send(some);
        sent += SOME;
    }

    private void awaitProcesses(int number) {
        Patience.until(() -> feed.isSharedBy(number * OWNERS));
    }

    /** It holds what it wrote, and its position, when it is stopped. */
    private void stopInATransaction(ChildJvm process) throws Exception {
        try (Handle rival = JdbiSetup.over(POSTGRES.dataSource()).open()) {
            rival.begin();
            rival.execute("select * from feed_position for update");
            sendSome();
            Patience.until(() -> POSTGRES.number(WAITING) == PARTITIONS);
            process.suspend();
            rival.rollback();
        }
    }

    private void everyRequestIsAnsweredOnce() throws Exception {
        assertThat(POSTGRES.number("select count(*) from transaction")).isPositive();
        assertThat(feed.answers().values())
                .allSatisfy(same -> assertThat(same.stream().distinct()).hasSize(1));
    }

    private static ChildJvm start(String instance, String url) throws Exception {
        return ChildJvm.run(
                FeedProcess.class, url, TestKafka.clientFile().toString(), instance, "0");
    }
}
