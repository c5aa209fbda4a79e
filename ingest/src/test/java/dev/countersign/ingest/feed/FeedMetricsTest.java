package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.transaction.Decision;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FeedMetricsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final FeedMetrics metrics = new FeedMetrics(registry);

    private static Decision declined(DeclineReason reason, String responseCode) {
        return new Decision(
                new UUID(1, 2),
                "card_1",
                null,
                0,
                "EUR",
                responseCode,
                null,
                reason,
                Instant.parse("2026-11-22T08:00:00Z"),
                null);
    }

    private double counted(String reason, String responseCode) {
        return registry.get("countersign.authorization.decisions")
                .tags("outcome", "declined", "reason", reason, "response_code", responseCode)
                .counter()
                .count();
    }

    @Test
    void countsADeclineByItsReasonAndTheCodeOfItsNetwork() {
        metrics.decided(declined(DeclineReason.SPENDING_LIMIT_EXCEEDED, "61"));
        metrics.decided(declined(DeclineReason.OTHER, "65"));

        assertThat(counted("spending_limit_exceeded", "61")).isEqualTo(1);
        assertThat(counted("other", "65")).isEqualTo(1);
    }

    /** A request that comes after the network declined for us is answered with its code. */
    @Test
    void countsACodeThatANetworkGaveAsNoneOfOurs() {
        metrics.decided(declined(DeclineReason.OTHER, "51"));
        metrics.decided(declined(DeclineReason.OTHER, "Z9"));

        assertThat(counted("other", "not_ours")).isEqualTo(2);
    }
}
