package dev.countersign.reconcile.domain.feed;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The numbers by which the network ties messages together. All of them recycle except the network's
 * name of the lifecycle on one card; an all-zero one is read as absent.
 */
public record NetworkRefs(
        NetworkKeys keys,
        @Nullable String originalNetworkTxnId,
        @Nullable String originalStan,
        @Nullable Instant originalTransmittedAt,
        @Nullable String arn,
        @Nullable String approvalCode,
        @Nullable Integer clearingSequence,
        @Nullable Integer clearingCount,
        @Nullable Integer usageCode,
        @Nullable String caseId) {

    public static final NetworkRefs NONE =
            new NetworkRefs(NetworkKeys.NONE, null, null, null, null, null, null, null, null, null);
}
