package dev.countersign.facade.console.now;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.console.now.LiveFigures.Declines;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LiveMetricsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CountedDecisions decisions = new CountedDecisions();
    private final LiveMetrics liveMetrics =
            new LiveMetrics(registry, decisions, new FeedOfOthers(), () -> 0, sessions -> sessions);

    private void takeAfter(long millis) {
        decisions.now = decisions.now.plusMillis(millis);
        liveMetrics.take();
    }

    @Test
    void countsOnlyWhatWasDecidedWhileSomebodyWatched() {
        decisions.approve(10_000);
        liveMetrics.take();
        decisions.approve(20);
        takeAfter(1_000);

        assertThat(liveMetrics.figures().perSecond()).containsExactly(20.0);
        assertThat(liveMetrics.figures().decided()).isEqualTo(20);
        assertThat(liveMetrics.figures().approvedPermille()).isEqualTo(1_000);
        assertThat(liveMetrics.figures().since()).isEqualTo("2026-11-22T08:00:00Z");
        assertThat(liveMetrics.figures().partitions()).isNull();
    }

    /** A beat that comes late, and the next that comes right after it, make no spike. */
    @Test
    void givesARateOfTheTimeThatPassed() {
        liveMetrics.take();
        decisions.approve(30);
        takeAfter(3_000);
        decisions.approve(5);
        takeAfter(10);
        decisions.approve(5);
        takeAfter(990);

        assertThat(liveMetrics.figures().perSecond()).containsExactly(10.0, 10.0);
    }

    @Test
    void namesWhatStandsBehindOther() {
        liveMetrics.take();
        decisions.decline("other", "14", 3);
        decisions.decline("other", "57", 1);
        decisions.decline("spending_limit_exceeded", "61", 2);
        takeAfter(1_000);

        assertThat(liveMetrics.figures().declines())
                .isEqualTo(
                        List.of(
                                new Declines(
                                        "other: card not found or token unknown or token removed",
                                        3),
                                new Declines("spending limit exceeded", 2),
                                new Declines("other: customer inactive or program inactive", 1)));
    }

    /** There may be too many to look into each; the share is that of the others. */
    @Test
    void tellsTheShareOfThoseThatWereLookedInto() {
        liveMetrics.take();
        decisions.approve(3);
        decisions.decline("card_frozen", "62", 1);
        decisions.passedOver = 6;
        takeAfter(1_000);

        assertThat(liveMetrics.figures().perSecond()).containsExactly(10.0);
        assertThat(liveMetrics.figures().sampled()).isEqualTo(4);
        assertThat(liveMetrics.figures().approvedPermille()).isEqualTo(750);
    }

    @Test
    void saysAfterAWhileThatTheBrokerIsAwayAndGoesOnWhenItIsBack() {
        liveMetrics.take();
        decisions.away = true;
        takeAfter(1_000);
        takeAfter(1_000);
        assertThat(liveMetrics.figures().perSecond()).isNotNull();
        takeAfter(1_000);
        assertThat(liveMetrics.figures().perSecond()).isNull();

        decisions.away = false;
        decisions.approve(40);
        takeAfter(1_000);

        assertThat(liveMetrics.figures().perSecond()).containsExactly(10.0);
    }

    @Test
    void forgetsTenSecondsAfterTheLastPageWasClosed() {
        assertThat(liveMetrics.addViewer("a session")).isNotNull();
        assertThat(decisions.open).isTrue();
        liveMetrics.take();
        for (int second = 1; second < 10; second++) {
            decisions.approve(1);
            decisions.now = decisions.now.plusSeconds(1);
            liveMetrics.rest();
        }
        assertThat(decisions.open).isTrue();
        assertThat(liveMetrics.figures().decided()).isEqualTo(9);

        liveMetrics.rest();

        assertThat(decisions.open).isFalse();
        assertThat(liveMetrics.figures().since()).isNull();
    }

    @Test
    void tellsTheTimeThatThisProcessTookInTheLastMinute() {
        Timer timer =
                Timer.builder("countersign.authorization.latency")
                        .serviceLevelObjectives(Duration.ofMillis(10), Duration.ofMillis(20))
                        .register(registry);
        timer.record(Duration.ofMillis(15));
        liveMetrics.take();
        assertThat(liveMetrics.figures().p99()).isNull();

        timer.record(Duration.ofMillis(5));
        takeAfter(1_000);

        assertThat(liveMetrics.figures().p99()).isEqualTo(10.0);
    }

    /** The feed as a process sees it that does not decide. */
    private static final class FeedOfOthers implements FeedLag {

        @Override
        public OptionalLong messages() {
            return OptionalLong.empty();
        }

        @Override
        public Optional<Set<Integer>> owned() {
            return Optional.empty();
        }
    }

    /** Decisions that were made elsewhere, as the broker has them. */
    private static final class CountedDecisions implements DecisionWatch {

        private final Map<Decline, Long> declined = new HashMap<>();
        private Instant now = Instant.parse("2026-11-22T08:00:00Z");
        private boolean open;
        private boolean away;
        private long approved;
        private long passedOver;

        void approve(int times) {
            approved += times;
        }

        void decline(String reason, String responseCode, long times) {
            declined.merge(new Decline(reason, responseCode), times, Long::sum);
        }

        @Override
        public void open() {
            open = true;
        }

        @Override
        public void close() {
            open = false;
        }

        @Override
        public Optional<DecisionCounts> counts() {
            if (away) {
                return Optional.empty();
            }
            long decided =
                    approved
                            + passedOver
                            + declined.values().stream().mapToLong(Long::longValue).sum();
            return Optional.of(new DecisionCounts(now, decided, approved, declined));
        }
    }
}
