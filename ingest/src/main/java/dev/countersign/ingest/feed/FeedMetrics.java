package dev.countersign.ingest.feed;

import dev.countersign.ingest.feed.decision.PendingAnswer;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.transaction.Decision;
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

/** The metrics of the feed. All tags come from closed sets. */
final class FeedMetrics {

    /** Stands for a code that is none of ours: a network that declines for us gives any. */
    private static final String NOT_OURS = "not_ours";

    private final MeterRegistry registry;
    private final Timer latency;
    private final DistributionSummary batchSize;
    private final Counter quarantined;
    private final Counter startedAgain;
    private final Counter asAnswered;
    private final Counter answerless;
    private final Counter deleted;
    private final Counter approved;
    private final Map<DeclineReason, Map<String, Counter>> declined =
            new EnumMap<>(DeclineReason.class);
    private final Map<MessageKind, Counter> messages = new EnumMap<>(MessageKind.class);

    FeedMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.latency =
                Timer.builder("countersign.authorization.latency")
                        .description(
                                "From the broker's receipt of a message to the acknowledged answer")
                        .publishPercentileHistogram()
                        .minimumExpectedValue(Duration.ofMillis(1))
                        .maximumExpectedValue(Duration.ofSeconds(30))
                        .register(registry);
        this.batchSize =
                DistributionSummary.builder("countersign.feed.batch.size")
                        .description("Messages that were decided and recorded together")
                        .register(registry);
        this.quarantined =
                Counter.builder("countersign.feed.quarantined")
                        .description("Messages that could not be read")
                        .register(registry);
        this.startedAgain =
                Counter.builder("countersign.feed.restarts")
                        .description(
                                "How often an owner dropped its cache and went on from the record")
                        .register(registry);
        this.asAnswered =
                Counter.builder("countersign.feed.restored")
                        .description(
                                "Messages that were decided again after the database was restored"
                                        + " to an earlier moment")
                        .register(registry);
        this.answerless =
                Counter.builder("countersign.feed.restored.unanswered")
                        .description(
                                "Requests among them whose answer is not on the topic of decisions"
                                        + " any more, so that they may be answered otherwise")
                        .register(registry);
        this.deleted =
                Counter.builder("countersign.feed.deleted")
                        .description("Messages that the broker deleted before they were read")
                        .register(registry);
        this.approved = decisions("approved", "none", "none");
        for (DeclineReason reason : DeclineReason.values()) {
            declined.put(reason, new HashMap<>());
            register(reason, NOT_OURS);
        }
        for (DeclineCode code : DeclineCode.values()) {
            for (Network network : Network.values()) {
                register(code.reason(), code.responseCode(network));
            }
        }
        for (MessageKind kind : MessageKind.values()) {
            messages.put(kind, registry.counter("countersign.feed.messages", "kind", kind.wire()));
        }
    }

    /** Counts a batch that was recorded and answered. */
    void answered(PendingAnswer batch) {
        List<Long> brokerMillis = batch.arrived().brokerMillis();
        batchSize.record(brokerMillis.size());
        int read = 0;
        for (Map.Entry<MessageKind, Integer> kind : batch.arrived().kinds().entrySet()) {
            known(messages, kind.getKey()).increment(kind.getValue());
            read += kind.getValue();
        }
        quarantined.increment(brokerMillis.size() - read); // the others could not be read
        batch.answers().forEach(this::decided);
        long answeredMillis = batch.answered().join().toEpochMilli();
        for (long taken : brokerMillis) {
            latency.record(Math.max(0, answeredMillis - taken), TimeUnit.MILLISECONDS);
        }
    }

    /** Returns the number of messages that were decided and answered. */
    long decided() {
        return (long) batchSize.totalAmount();
    }

    void decided(Decision answer) {
        DeclineReason reason = answer.declineReason();
        (reason == null ? approved : declined(reason, answer.responseCode())).increment();
    }

    /** Counts messages that the database knew no more. */
    void decidedAsAnswered(int messages) {
        asAnswered.increment(messages);
    }

    /** Counts requests that were answered before, and whose answer nobody finds. */
    void decidedAnew(long requests) {
        answerless.increment((double) requests);
    }

    /** Counts messages that were deleted before they were read. */
    void deletedUnread(long messages) {
        deleted.increment((double) messages);
    }

    void startedAgain() {
        startedAgain.increment();
    }

    /** The counter of a reason with the response code that the network got. */
    private Counter declined(DeclineReason reason, String responseCode) {
        Map<String, Counter> ofReason = known(declined, reason);
        Counter found = ofReason.get(responseCode);
        return found == null ? Objects.requireNonNull(ofReason.get(NOT_OURS)) : found;
    }

    private void register(DeclineReason reason, String responseCode) {
        known(declined, reason)
                .computeIfAbsent(responseCode, code -> decisions("declined", reason.wire(), code));
    }

    private Counter decisions(String outcome, String reason, String responseCode) {
        return registry.counter(
                "countersign.authorization.decisions",
                "outcome",
                outcome,
                "reason",
                reason,
                "response_code",
                responseCode);
    }

    private static <K extends Enum<K>, V> V known(Map<K, V> all, K key) {
        return Objects.requireNonNull(all.get(key));
    }
}
