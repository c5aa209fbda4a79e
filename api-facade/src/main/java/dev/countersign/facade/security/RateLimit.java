package dev.countersign.facade.security;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
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

    /** A request that came too fast, and when to come again. */
    static final class RateExceededException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final RequestRefusedException refusal;
        private final long retryAfterSeconds;

        RateExceededException(RequestRefusedException refusal, long retryAfterSeconds) {
            super(refusal.getMessage(), null, false, false);
            this.refusal = refusal;
            this.retryAfterSeconds = retryAfterSeconds;
        }

        RequestRefusedException refusal() {
            return refusal;
        }

        long retryAfterSeconds() {
            return retryAfterSeconds;
        }
    }

    /** Takes a token of a key. */
    void take(String keyId, boolean read) {
        Bucket bucket =
                read
                        ? reads.computeIfAbsent(keyId, unseen -> bucket(readsPerSecond))
                        : writes.computeIfAbsent(keyId, unseen -> bucket(writesPerSecond));
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        if (!probe.isConsumed()) {
            long nanos = probe.getNanosToWaitForRefill();
            throw new RateExceededException(
                    new RequestRefusedException(ErrorCode.TOO_MANY_REQUESTS),
                    Math.max(1, Math.ceilDiv(nanos, Duration.ofSeconds(1).toNanos())));
        }
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
