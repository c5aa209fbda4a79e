package dev.countersign.reconcile.domain.breaks.queue;

import org.jspecify.annotations.Nullable;

/**
 * The record and the transaction of a break, beside what was written down when it was found.
 *
 * @param recordMinor what the clearing record asks for; null where the break is of none
 * @param reference how the record names its authorization
 * @param clearedMinor what has cleared of the transaction; null where the break is of none
 */
public record BreakFacts(
        @Nullable Long recordMinor,
        @Nullable String currency,
        @Nullable String merchantId,
        @Nullable String merchantName,
        @Nullable String reference,
        @Nullable String approvalCode,
        @Nullable String arn,
        @Nullable Long requestedMinor,
        @Nullable Long clearedMinor,
        @Nullable String origin,
        @Nullable String responseCode,
        @Nullable String declineCode) {}
