package dev.countersign.ingest.feed;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Traces of the way of messages through the feed. Switched off, it does nothing and makes nothing.
 * Switched on, it notes four times of a batch while the batch is on its way, and reports them when
 * the batch is answered.
 */
public final class FeedTraces {

    /** Traces nothing. */
    public static final FeedTraces OFF = new FeedTraces(null, InstantSource.system());

    private final @Nullable Tracer tracer;
    private final InstantSource clock;

    private FeedTraces(@Nullable Tracer tracer, InstantSource clock) {
        this.tracer = tracer;
        this.clock = clock;
    }

    /** Traces go where the telemetry sends them. */
    public static FeedTraces to(OpenTelemetry telemetry, InstantSource clock) {
        return new FeedTraces(telemetry.getTracer("dev.countersign.feed"), clock);
    }

    /** Begins to follow records that were taken from the topic; null while nothing is traced. */
    @Nullable BatchTrace begin(List<ConsumerRecord<byte[], byte[]>> records) {
        return tracer == null ? null : new BatchTrace(tracer, clock, records);
    }
}
