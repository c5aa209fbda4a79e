package dev.countersign.ingest.feed;

import dev.countersign.ingest.feed.decision.PendingWrite;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.service.feed.DecidedBatch;
import dev.countersign.reconcile.service.feed.FeedBatch;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One batch, from when it was taken until the broker had all its answers. A span for the batch has
 * its size, its stages and its first messages below it. A message whose sender traces it, by a
 * header {@code traceparent}, has a span of its own in the sender's trace, from the broker's
 * receipt to the answer, and a link to the batch.
 */
final class BatchTrace {

    /** More of one batch say nothing more. */
    private static final int MESSAGES_MAX = 8;

    private static final int LINKS_MAX = 64;
    private static final String MESSAGE = "feed.message";

    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
    private static final AttributeKey<String> TOPIC =
            AttributeKey.stringKey("messaging.destination.name");
    private static final AttributeKey<String> PARTITION =
            AttributeKey.stringKey("messaging.destination.partition.id");
    private static final AttributeKey<Long> OFFSET = AttributeKey.longKey("messaging.kafka.offset");
    private static final AttributeKey<Long> SIZE =
            AttributeKey.longKey("messaging.batch.message_count");
    private static final AttributeKey<String> MESSAGE_ID =
            AttributeKey.stringKey("messaging.message.id");
    private static final AttributeKey<String> KIND = AttributeKey.stringKey("countersign.kind");
    private static final AttributeKey<String> OUTCOME =
            AttributeKey.stringKey("countersign.outcome");
    private static final AttributeKey<String> REASON =
            AttributeKey.stringKey("countersign.decline_reason");
    private static final AttributeKey<Long> WAITED = AttributeKey.longKey("countersign.waited_ms");

    private final Tracer tracer;
    private final InstantSource clock;
    private final List<ConsumerRecord<byte[], byte[]>> records;
    private final Instant takenAt;
    private List<FeedEntry> entries = List.of();
    private Instant decidedAt;
    private volatile Instant recordedAt;

    BatchTrace(Tracer tracer, InstantSource clock, List<ConsumerRecord<byte[], byte[]>> records) {
        this.tracer = tracer;
        this.clock = clock;
        this.records = records;
        this.takenAt = clock.instant();
        this.decidedAt = takenAt;
        this.recordedAt = takenAt;
    }

    /** All of it is decided. */
    void decided(FeedBatch batch) {
        entries = batch.entries();
        decidedAt = clock.instant();
    }

    /** Tells of the batch when it is answered, or could not be. */
    void follow(PendingWrite write) {
        var unused =
                write.recorded()
                        .thenRun(() -> recordedAt = clock.instant())
                        .thenCompose(done -> write.answering().answered())
                        .whenComplete(
                                (answeredAt, failure) ->
                                        report(write.decided(), answeredAt, failure));
    }

    private void report(
            DecidedBatch decided, @Nullable Instant answeredAt, @Nullable Throwable failure) {
        Instant endedAt = answeredAt == null ? clock.instant() : answeredAt;
        List<TracedMessage> sent = sentWithTraces();
        SpanBuilder builder =
                tracer.spanBuilder("feed.batch")
                        .setNoParent()
                        .setSpanKind(SpanKind.CONSUMER)
                        .setStartTimestamp(takenAt)
                        .setAttribute(SYSTEM, "kafka")
                        .setAttribute(TOPIC, records.getFirst().topic())
                        .setAttribute(SIZE, (long) records.size());
        sent.forEach(each -> builder.addLink(Span.fromContext(each.parent()).getSpanContext()));
        Span batch = builder.startSpan();
        if (batch.isRecording() || !sent.isEmpty()) {
            reportStages(batch, endedAt, failure);
            reportMessages(batch, sent, decided, endedAt, failure);
        }
        end(batch, endedAt, failure);
    }

    private void reportStages(Span batch, Instant endedAt, @Nullable Throwable failure) {
        Context within = Context.root().with(batch);
        stage("feed.decide", within, takenAt, decidedAt);
        if (failure == null) {
            stage("feed.record", within, decidedAt, recordedAt);
            stage("feed.answer", within, recordedAt, endedAt);
        }
    }

    private void stage(String name, Context within, Instant from, Instant to) {
        tracer.spanBuilder(name)
                .setParent(within)
                .setStartTimestamp(from)
                .startSpan()
                .end(to.isBefore(from) ? from : to);
    }

    private void reportMessages(
            Span batch,
            List<TracedMessage> sent,
            DecidedBatch decided,
            Instant endedAt,
            @Nullable Throwable failure) {
        Outcomes outcomes = Outcomes.of(entries, decided);
        if (batch.isRecording()) {
            Context within = Context.root().with(batch);
            for (ConsumerRecord<byte[], byte[]> record :
                    records.subList(0, Math.min(MESSAGES_MAX, records.size()))) {
                SpanBuilder builder =
                        tracer.spanBuilder(MESSAGE).setParent(within).setStartTimestamp(takenAt);
                reportMessage(builder, record, outcomes, endedAt, failure);
            }
        }
        for (TracedMessage each : sent) {
            SpanBuilder builder =
                    tracer.spanBuilder(MESSAGE)
                            .setParent(each.parent())
                            .addLink(batch.getSpanContext())
                            .setStartTimestamp(Instant.ofEpochMilli(each.record().timestamp()));
            reportMessage(builder, each.record(), outcomes, endedAt, failure);
        }
    }

    private void reportMessage(
            SpanBuilder builder,
            ConsumerRecord<byte[], byte[]> record,
            Outcomes outcomes,
            Instant endedAt,
            @Nullable Throwable failure) {
        Span span =
                builder.setSpanKind(SpanKind.CONSUMER)
                        .setAttribute(SYSTEM, "kafka")
                        .setAttribute(TOPIC, record.topic())
                        .setAttribute(PARTITION, String.valueOf(record.partition()))
                        .setAttribute(OFFSET, record.offset())
                        .setAttribute(
                                WAITED, Math.max(0, takenAt.toEpochMilli() - record.timestamp()))
                        .startSpan();
        outcomes.describe(span, new FeedOffset(record.partition(), record.offset()));
        end(span, endedAt, failure);
    }

    private static void end(Span span, Instant at, @Nullable Throwable failure) {
        if (failure != null) {
            span.setStatus(StatusCode.ERROR, "not answered; it is decided or answered again");
        }
        span.end(at);
    }

    /**
     * A message whose sender traces it.
     *
     * @param parent the sender's trace
     */
    private record TracedMessage(ConsumerRecord<byte[], byte[]> record, Context parent) {}

    private List<TracedMessage> sentWithTraces() {
        List<TracedMessage> sent = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (sent.size() < LINKS_MAX && record.headers().lastHeader("traceparent") != null) {
                Context parent =
                        W3CTraceContextPropagator.getInstance()
                                .extract(Context.root(), record.headers(), new HeaderText());
                SpanContext of = Span.fromContext(parent).getSpanContext();
                if (of.isValid() && of.isSampled()) {
                    sent.add(new TracedMessage(record, parent));
                }
            }
        }
        return sent;
    }

    /** The outcomes of the messages of a batch. */
    private record Outcomes(Map<FeedOffset, FeedEntry> entries, Map<UUID, Decision> answers) {

        static Outcomes of(List<FeedEntry> read, DecidedBatch decided) {
            Map<FeedOffset, FeedEntry> entries = new HashMap<>();
            read.forEach(entry -> entries.put(entry.offset(), entry));
            Map<UUID, Decision> answers = new HashMap<>();
            decided.answers().forEach(answer -> answers.put(answer.inReplyTo(), answer));
            return new Outcomes(entries, answers);
        }

        void describe(Span span, FeedOffset offset) {
            FeedEntry entry = entries.get(offset);
            if (entry == null) {
                span.setAttribute(OUTCOME, "unreadable");
                return;
            }
            UUID id = entry.message().header().messageId();
            span.setAttribute(MESSAGE_ID, id.toString());
            span.setAttribute(KIND, entry.message().kind().wire());
            Decision answer = answers.get(id);
            if (answer == null) {
                span.setAttribute(OUTCOME, "recorded");
            } else {
                span.setAttribute(OUTCOME, answer.approved() ? "approved" : "declined");
                if (answer.declineReason() != null) {
                    span.setAttribute(REASON, answer.declineReason().wire());
                }
            }
        }
    }
}
