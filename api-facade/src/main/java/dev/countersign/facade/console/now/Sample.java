package dev.countersign.facade.console.now;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A reading of the stream's meters at one moment. All values count since the process began.
 *
 * @param declined by what was answered
 * @param latency how many answers took at most so many milliseconds, the shortest first
 */
record Sample(
        Instant at,
        long approved,
        Map<Decline, Long> declined,
        List<Bucket> latency,
        long quarantined) {

    record Bucket(double millis, long count) {}

    static Sample of(MeterRegistry registry, Instant now) {
        long approved = 0;
        Map<Decline, Long> declined = new LinkedHashMap<>();
        for (Counter counter : registry.find("countersign.authorization.decisions").counters()) {
            long count = Math.round(counter.count());
            if ("approved".equals(counter.getId().getTag("outcome"))) {
                approved += count;
            } else {
                declined.merge(
                        new Decline(
                                String.valueOf(counter.getId().getTag("reason")),
                                String.valueOf(counter.getId().getTag("response_code"))),
                        count,
                        Long::sum);
            }
        }
        List<Bucket> latency = new ArrayList<>();
        Timer timer = registry.find("countersign.authorization.latency").timer();
        if (timer != null) {
            for (CountAtBucket bucket : timer.takeSnapshot().histogramCounts()) {
                latency.add(
                        new Bucket(
                                bucket.bucket(TimeUnit.MILLISECONDS), Math.round(bucket.count())));
            }
        }
        Counter quarantined = registry.find("countersign.feed.quarantined").counter();
        return new Sample(
                now,
                approved,
                declined,
                latency,
                quarantined == null ? 0 : Math.round(quarantined.count()));
    }

    /** Returns the decisions per second between another sample and this one, to a tenth. */
    double perSecondSince(Sample before) {
        long millis = Math.max(1, Duration.between(before.at, at).toMillis());
        return Math.round((decided() - before.decided()) * 10_000.0 / millis) / 10.0;
    }

    long decided() {
        return approved + declined.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Within how many milliseconds a share of the answers since another sample were given, null
     * where there were none. It is the upper end of a bucket.
     */
    @Nullable Double latencySince(Sample before, double share) {
        long all = last(latency) - last(before.latency);
        if (all <= 0) {
            return null;
        }
        double wanted = all * share;
        for (int i = 0; i < latency.size(); i++) {
            long earlier = i < before.latency.size() ? before.latency.get(i).count() : 0;
            if (latency.get(i).count() - earlier >= wanted) {
                return latency.get(i).millis();
            }
        }
        return null;
    }

    private static long last(List<Bucket> buckets) {
        return buckets.isEmpty() ? 0 : buckets.getLast().count();
    }
}
