package dev.countersign.reconcile.domain.lookup;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A clearing record that no night has dealt with yet. */
public record WaitingRecord(
        String kind,
        String direction,
        long minor,
        String currency,
        @Nullable String arn,
        Instant at) {}
