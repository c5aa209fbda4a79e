package dev.countersign.facade.security;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The limit on how fast one API key may be used: a bucket of tokens for its reads and one for its
 * writes, each holding two seconds' worth. Every process counts for itself.
 */
public final class RateLimit {

    private static final int BURST = 2;

    private final int readsPerSecond;
    private final int writesPerSecond;
    private final Map<String, Bucket> reads = new ConcurrentHashMap<>();
    private final Map<String, Bucket> writes = new ConcurrentHashMap<>();

    public RateLimit(int readsPerSecond, int writesPerSecond) {
        this.readsPerSecond = readsPerSecond;
        this.writesPerSecond = writesPerSecond;
    }

    /** Takes a token of a key; gives the seconds to wait for one, zero where there was one. */
    long take(String keyId, boolean read) {
        return secondsToWait(
                read
                        ? reads.computeIfAbsent(keyId, unseen -> bucket(readsPerSecond))
                        : writes.computeIfAbsent(keyId, unseen -> bucket(writesPerSecond)));
    }

    /** Takes a token of a bucket; gives the seconds to wait for one, zero where there was one. */
    static long secondsToWait(Bucket bucket) {
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        long nanos = probe.getNanosToWaitForRefill();
        return probe.isConsumed()
                ? 0
                : Math.max(1, Math.ceilDiv(nanos, Duration.ofSeconds(1).toNanos()));
    }

    private static Bucket bucket(int perSecond) {
        return Bucket.builder()
                .addLimit(
                        limit ->
                                limit.capacity((long) BURST * perSecond)
                                        .refillGreedy(perSecond, Duration.ofSeconds(1)))
                .build();
    }
}
