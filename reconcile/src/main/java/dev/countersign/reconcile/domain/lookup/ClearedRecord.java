package dev.countersign.reconcile.domain.lookup;

import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A clearing record that a night dealt with.
 *
 * @param id as the interface writes it
 * @param row the row of the record, or of a single message
 * @param record false for a single message
 * @param postedTo the transaction that it is posted to now
 * @param postedMinor what was posted of it; of a reversal what it took back, the rest waits
 * @param detail runners-up and what else explains the match, a JSON object
 */
public record ClearedRecord(
        String id,
        UUID row,
        boolean record,
        @Nullable TransactionId postedTo,
        String recordType,
        String outcome,
        LocalDate businessDate,
        long night,
        String direction,
        long minor,
        long postedMinor,
        String currency,
        long interchangeMinor,
        String interchangeCurrency,
        @Nullable String arn,
        int matchLevel,
        int matchScore,
        @Nullable String detail,
        @Nullable Long authorizedMinor,
        @Nullable String breakType,
        Instant at) {}
