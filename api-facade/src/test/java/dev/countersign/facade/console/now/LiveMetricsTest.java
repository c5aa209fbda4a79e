package dev.countersign.facade.console.now;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveMetricsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private Instant now = Instant.parse("2026-11-22T08:00:00Z");
    private final LiveMetrics liveMetrics =
            new LiveMetrics(registry, null, sessions -> sessions, () -> now);

    private void decide(String outcome, String reason, String responseCode, int times) {
        registry.counter(
                        "countersign.authorization.decisions",
                        "outcome",
                        outcome,
                        "reason",
                        reason,
                        "response_code",
                        responseCode)
                .increment(times);
    }

    private void takeAfter(long millis) {
        now = now.plusMillis(millis);
        liveMetrics.take();
    }

    @Test
    void countsOnlyWhatWasDecidedWhileSomebodyWatched() {
        decide("approved", "none", "none", 10_000);
        liveMetrics.take();
        decide("approved", "none", "none", 20);
        takeAfter(1_000);

        assertThat(liveMetrics.figures().perSecond()).containsExactly(20.0);
        assertThat(liveMetrics.figures().decided()).isEqualTo(20);
        assertThat(liveMetrics.figures().since()).isEqualTo("2026-11-22T08:00:00Z");
        assertThat(liveMetrics.figures().partitions()).isNull();
    }

    /** A beat that comes late, and the next that comes right after it, make no spike. */
    @Test
    void givesARateOfTheTimeThatPassed() {
        liveMetrics.take();
        decide("approved", "none", "none", 30);
        takeAfter(3_000);
        decide("approved", "none", "none", 5);
        takeAfter(10);
        decide("approved", "none", "none", 5);
        takeAfter(990);

        assertThat(liveMetrics.figures().perSecond()).containsExactly(10.0, 10.0);
    }

    @Test
    void namesWhatStandsBehindOther() {
        liveMetrics.take();
        decide("declined", "other", "14", 3);
        decide("declined", "other", "57", 1);
        decide("declined", "spending_limit_exceeded", "61", 2);
        takeAfter(1_000);

        assertThat(liveMetrics.figures().declines())
                .isEqualTo(
                        List.of(
                                new LiveMetrics.Declines(
                                        "other: card not found or token unknown or token removed",
                                        3),
                                new LiveMetrics.Declines("spending limit exceeded", 2),
                                new LiveMetrics.Declines(
                                        "other: customer inactive or program inactive", 1)));
    }
}
