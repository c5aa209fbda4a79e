package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.LocalDate;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One funding account that is short, and two owners of the feed that draw on it in processes of
 * their own, one of which is killed on the way.
 */
class SharedFundsIT {

    private static final Logger log = LoggerFactory.getLogger(SharedFundsIT.class);
    private static final int MESSAGES = 6_000;
    private static final int CARDS = 60;
    private static final int PARTITIONS = 4;
    private static final long FUNDS = 500_000;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final FeedTopics feed = new FeedTopics(TestKafka.clientFile(), PARTITIONS);
    private final SplittableRandom random = new SplittableRandom(seed);

    /** Advices of the network are held whatever is there; nothing else is. */
    @Test
    void areNeverOverspent() throws Exception {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        feed.recreate();
        feed.send(
                new TrafficSimulator(
                        SimulatedCards.issueFunded(POSTGRES.dataSource(), CARDS, FUNDS),
                        Traffic.overDays(seed, LocalDate.parse("2026-11-28"), 6, MESSAGES, 5)));

        try (ChildJvm first = start("owner")) {
            long until = 500L + random.nextInt(2_000);
            try (ChildJvm second = start("second")) {
                Patience.until(() -> decidedAndCovered() >= until);
                second.kill();
            }
            log.info("killed: decided={}", RunningFeed.decided(POSTGRES));
            try (ChildJvm third = start("third")) {
                Patience.until(() -> decidedAndCovered() >= MESSAGES);
                third.kill();
            }
            first.kill();
        }

        assertThat(POSTGRES.number("select held_minor from funding_account"))
                .isPositive()
                .isEqualTo(POSTGRES.number("select sum(held_minor) from transaction"));
        assertThat(
                        POSTGRES.number(
                                "select count(*) from transaction"
                                        + " where decline_reason = 'insufficient_funds'"))
                .isPositive();
    }

    private static ChildJvm start(String instance) throws Exception {
        return ChildJvm.run(
                FeedProcess.class,
                POSTGRES.url(),
                TestKafka.clientFile().toString(),
                instance,
                "0");
    }

    /** Covered in one statement, so that it is true at one moment between the batches of both. */
    private static long decidedAndCovered() {
        long available =
                POSTGRES.number(
                        """
                        select (select balance_minor - held_minor from funding_account)
                               + coalesce(sum(held_minor), 0)
                          from transaction
                         where origin = 'advice'
                            or exists (select
                                         from message
                                        where message.transaction_id = transaction.id
                                          and message.kind = 'authorization_advice')
                        """);
        assertThat(available).as("available without what was advised").isGreaterThanOrEqualTo(0);
        return RunningFeed.decided(POSTGRES);
    }
}
