package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.domain.transaction.HoldWindows.HoldCase;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an issuer sets about holds is what its feed decides by. */
class HoldDaysIT {

    private static final int MESSAGES = 200;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @Test
    void holdsForTheDaysThatAreSet() throws Exception {
        POSTGRES.recreate();
        FeedTopics feed = new FeedTopics(TestKafka.bootstrapServers(), 1).recreate();
        feed.send(
                new TrafficSimulator(
                        SimulatedCards.issue(POSTGRES.dataSource(), 20),
                        Traffic.overDays(1, LocalDate.parse("2026-11-28"), 1, MESSAGES, 0)));
        var days =
                Arrays.stream(HoldCase.values())
                        .collect(
                                Collectors.toMap(
                                        Function.identity(),
                                        of -> of == HoldCase.PREAUTHORIZED ? 42 : 41));

        try (RunningFeed running =
                RunningFeed.startHolding(
                        POSTGRES.url(), TestKafka.bootstrapServers(), "alone", days)) {
            Instant deadline = Instant.now().plusSeconds(90);
            while (numbers("select coalesce(sum(next_offset), 0) from feed_position").getFirst()
                    < MESSAGES) {
                assertThat(Instant.now()).isBefore(deadline);
                Thread.sleep(20); // the feed's own thread makes the progress that is waited for
            }
            assertThat(running.service().owned()).hasSize(1);
        }

        assertThat(
                        numbers(
                                """
                                select distinct hold_until - (created_at at time zone 'UTC')::date
                                  from transaction
                                 where hold_until is not null
                                """))
                .isNotEmpty()
                .isSubsetOf(41L, 42L);
    }

    private static List<Long> numbers(String sql) {
        return Jdbi.create(POSTGRES.dataSource())
                .withHandle(handle -> handle.createQuery(sql).mapTo(Long.class).list());
    }
}
