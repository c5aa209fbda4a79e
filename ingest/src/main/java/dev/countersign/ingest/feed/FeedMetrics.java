package dev.countersign.ingest.feed;

import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.transaction.Answer;
import dev.countersign.reconcile.service.DecidedBatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** What the feed tells about itself. All tags come from closed sets. */
final class FeedMetrics {

    private final MeterRegistry registry;
    private final Timer latency;
    private final DistributionSummary batchSize;
    private final Counter quarantined;
    private final Counter startedAgain;
    private final Counter approved;
    private final Map<DeclineReason, Map<String, Counter>> declined =
            new EnumMap<>(DeclineReason.class);
    private final Map<MessageKind, Counter> messages = new EnumMap<>(MessageKind.class);

    FeedMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.latency =
                Timer.builder("authorization.latency")
                        .description(
                                "From the broker's receipt of a message to the acknowledged answer")
                        .publishPercentileHistogram()
                        .minimumExpectedValue(Duration.ofMillis(1))
                        .maximumExpectedValue(Duration.ofSeconds(30))
                        .register(registry);
        this.batchSize =
                DistributionSummary.builder("feed.batch.size")
                        .description("Messages that were decided and recorded together")
                        .register(registry);
        this.quarantined =
                Counter.builder("feed.quarantined")
                        .description("Messages that could not be read")
                        .register(registry);
        this.startedAgain =
                Counter.builder("feed.restarts")
                        .description(
                                "How often an owner dropped its cache and went on from the record")
                        .register(registry);
        this.approved = decisions("approved", "none", "none");
        for (DeclineCode code : DeclineCode.values()) {
            Map<String, Counter> ofReason =
                    declined.computeIfAbsent(code.reason(), reason -> new HashMap<>());
            for (Network network : Network.values()) {
                ofReason.computeIfAbsent(
                        code.responseCode(network),
                        response -> decisions("declined", code.reason().wire(), response));
            }
        }
        for (MessageKind kind : MessageKind.values()) {
            messages.put(kind, registry.counter("feed.messages", "kind", kind.wire()));
        }
    }

    /** Counts a batch that was recorded and answered. */
    void answered(Flight flight) {
        DecidedBatch decided = flight.decided();
        List<Long> brokerMillis = flight.arrived().brokerMillis();
        batchSize.record(brokerMillis.size());
        for (FeedEntry entry : decided.batch().entries()) {
            counter(messages, entry.message().kind()).increment();
        }
        quarantined.increment(flight.arrived().unreadable());
        for (Answer answer : decided.answers()) {
            (answer.declineReason() == null
                            ? approved
                            : declined(answer.declineReason(), answer.responseCode()))
                    .increment();
        }
        long answeredMillis = flight.answered().join().toEpochMilli();
        for (long taken : brokerMillis) {
            latency.record(Math.max(0, answeredMillis - taken), TimeUnit.MILLISECONDS);
        }
    }

    void startedAgain() {
        startedAgain.increment();
    }

    /** The counter of a reason with the response code that the network got. */
    private Counter declined(DeclineReason reason, String responseCode) {
        return Objects.requireNonNull(
                Objects.requireNonNull(declined.get(reason)).get(responseCode));
    }

    private Counter decisions(String outcome, String reason, String responseCode) {
        return registry.counter(
                "authorization.decisions",
                "outcome",
                outcome,
                "reason",
                reason,
                "response_code",
                responseCode);
    }

    private static <K extends Enum<K>> Counter counter(Map<K, Counter> counters, K key) {
        return Objects.requireNonNull(counters.get(key));
    }
}
