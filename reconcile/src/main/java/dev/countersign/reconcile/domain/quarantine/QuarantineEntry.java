package dev.countersign.reconcile.domain.quarantine;

import dev.countersign.reconcile.domain.quarantine.QuarantinedMessage.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as it is kept.
 *
 * @param closedBy who had it sent again, or put it aside; null while it waits
 * @param remark why it was put aside
 */
public record QuarantineEntry(
        long id,
        QuarantinedMessage message,
        State state,
        @Nullable String closedBy,
        @Nullable Instant closedAt,
        @Nullable String remark) {}
