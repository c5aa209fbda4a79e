package dev.countersign.reconcile.domain.breaks.queue;

import dev.countersign.reconcile.domain.breaks.ClosingMethod;
import dev.countersign.reconcile.domain.breaks.ClosingRequest;
import dev.countersign.reconcile.domain.id.BreakId;
import java.time.Instant;

/** A break that an operator asks a second operator to close with them. */
public record PendingClosing(BreakId id, ClosingRequest wanted, String askedBy, Instant askedAt) {

    public ClosingMethod closing() {
        return wanted.closing();
    }

    public String reason() {
        return wanted.reason();
    }
}
