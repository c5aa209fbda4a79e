package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A database that is restored to an earlier moment than the broker's: cards were frozen since, and
 * requests declined for it. They are decided again as they were answered.
 */
class DatabaseRestoreIT {

    private static final Logger log = LoggerFactory.getLogger(DatabaseRestoreIT.class);
    private static final int PARTITIONS = 4;
    private static final int MESSAGES = 3_000;

    /** All transactions; one that was answered, with the time of its answer. */
    private static final String TRANSACTIONS =
            """
            select message_id::text || ' ' || id || ' ' || status || ' ' || approved_minor
                   || ' ' || held_minor || ' ' || coalesce(decline_reason, '-')
                   || ' ' || response_code
                   || case
                        when origin in ('request', 'single_message')
                        then ' ' || date_trunc('milliseconds', decided_at)
                        else ' was told of'
                      end
              from transaction
             order by 1
            """;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final FeedTopics feed = new FeedTopics(TestKafka.clientFile(), PARTITIONS);
    private TrafficSimulator simulator;
    private long sent;
    private List<String> before = List.of();

    /** An answer lies where its card's name says, however many partitions its topic has. */
    @ParameterizedTest
    @ValueSource(ints = {PARTITIONS, PARTITIONS + 3})
    void answersAsBefore(int decisionPartitions) throws Exception {
        begin(decisionPartitions);
        decideAndRestore();
        Map<String, Set<String>> answers = feed.answers();

        try (RunningFeed running = start()) {
            Patience.until(() -> RunningFeed.decided(POSTGRES) == sent);
            assertThat(restored(running)).isEqualTo(MESSAGES / 3);
            assertThat(unanswered(running)).isZero();
            assertThat(feed.answers()).isEqualTo(answers);
            assertThat(POSTGRES.texts(TRANSACTIONS)).isEqualTo(before);

            decideSome(MESSAGES / 3);
            assertThat(restored(running)).isEqualTo(MESSAGES / 3);
        }
        assertThat(feed.answers().values()).allSatisfy(texts -> assertThat(texts).hasSize(1));
    }

    @Test
    void countsRequestsWhoseAnswerIsNotThereAnyMore() throws Exception {
        begin(PARTITIONS);
        decideAndRestore();
        feed.deleteDecisions();

        try (RunningFeed running = start()) {
            Patience.until(() -> RunningFeed.decided(POSTGRES) == sent);
            assertThat(unanswered(running)).isPositive();
            assertThat(POSTGRES.texts(TRANSACTIONS)).isNotEqualTo(before);
        }
    }

    private void begin(int decisionPartitions) throws Exception {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        POSTGRES.recreate();
        feed.recreate();
        feed.widenDecisions(decisionPartitions);
        simulator =
                new TrafficSimulator(
                        SimulatedCards.issue(POSTGRES.dataSource(), 60),
                        Traffic.overDays(seed, LocalDate.parse("2026-11-28"), 4, MESSAGES, 0));
    }

    /** Cards are frozen after the backup, which nobody knows of any more after it. */
    private void decideAndRestore() {
        try (RunningFeed running = start()) {
            decideSome(MESSAGES / 3);
            assertThat(restored(running)).isZero();
        }
        POSTGRES.backUp();

        freezeEveryOtherCard();
        try (RunningFeed running = start()) {
            decideSome(MESSAGES / 3);
            assertThat(restored(running)).isZero();
        }
        before = POSTGRES.texts(TRANSACTIONS);
        assertThat(before).anyMatch(row -> row.contains(" card_frozen "));

        POSTGRES.restore();
        assertThat(POSTGRES.texts(TRANSACTIONS)).hasSizeLessThan(before.size());
    }

    private static RunningFeed start() {
        return RunningFeed.start(POSTGRES.url(), TestKafka.clientFile(), "restored");
    }

    private static double restored(RunningFeed running) {
        return running.registry().get("countersign.feed.restored").counter().count();
    }

    private static double unanswered(RunningFeed running) {
        return running.registry().get("countersign.feed.restored.unanswered").counter().count();
    }

    private void decideSome(int messages) {
        List<SimulatedMessage> some = new ArrayList<>();
        for (int number = 0; number < messages; number++) {
            some.add(simulator.next());
        }
        feed.send(some);
        sent += messages;
        Patience.until(() -> RunningFeed.decided(POSTGRES) == sent && feed.told() == sent);
    }

    /** No owner runs that would have to be told. */
    private static void freezeEveryOtherCard() {
        JdbiSetup.over(POSTGRES.dataSource())
                .useHandle(
                        handle ->
                                handle.execute(
                                        """
                                        update card
                                           set status = 'frozen'
                                         where id in (select id
                                                        from (select id, row_number() over (order by id)
                                                                from card) numbered
                                                       where row_number % 2 = 0)
                                        """));
    }
}
