package dev.countersign.reconcile.domain.feed;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The numbers by which the network ties messages together. All of them recycle except {@code
 * networkTxnId}, which names one lifecycle on one card; an all-zero one is read as absent.
 */
public record NetworkRefs(
        @Nullable String networkTxnId,
        @Nullable String originalNetworkTxnId,
        @Nullable String stan,
        @Nullable String originalStan,
        @Nullable Instant originalTransmittedAt,
        @Nullable String rrn,
        @Nullable String arn,
        @Nullable String approvalCode,
        @Nullable String acquirerId,
        @Nullable Integer clearingSequence,
        @Nullable Integer clearingCount,
        @Nullable Integer usageCode,
        @Nullable String caseId) {

    public static final NetworkRefs NONE =
            new NetworkRefs(
                    null, null, null, null, null, null, null, null, null, null, null, null, null);
}
