package dev.countersign.facade.console.now;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of the whole system up to a moment, and the time that this process took to answer.
 *
 * @param latency how many answers took at most so many milliseconds since the process began, the
 *     shortest first; none in a process that does not decide
 */
record Sample(DecisionCounts decisions, List<Bucket> latency) {

    record Bucket(double millis, long count) {}

    static Sample of(DecisionCounts decisions, MeterRegistry registry) {
        List<Bucket> latency = new ArrayList<>();
        Timer timer = registry.find("countersign.authorization.latency").timer();
        if (timer != null) {
            for (CountAtBucket bucket : timer.takeSnapshot().histogramCounts()) {
                latency.add(
                        new Bucket(
                                bucket.bucket(TimeUnit.MILLISECONDS), Math.round(bucket.count())));
            }
        }
        return new Sample(decisions, latency);
    }

    Instant at() {
        return decisions.at();
    }

    /** Returns the decisions per second between another sample and this one, to a tenth. */
    double perSecondSince(Sample before) {
        long millis = Math.max(1, Duration.between(before.at(), at()).toMillis());
        long decided = decisions.decided() - before.decisions.decided();
        return Math.round(decided * 10_000.0 / millis) / 10.0;
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
