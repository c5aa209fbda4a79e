package dev.countersign.reconcile.domain.breaks.queue;

import dev.countersign.reconcile.domain.breaks.ClosingMethod;
import dev.countersign.reconcile.domain.breaks.ClosingRequest;
import dev.countersign.reconcile.domain.id.BreakId;
import java.time.Instant;

/** A break that an operator asks a second operator to close with them. */
public record PendingClosing(BreakId id, ClosingRequest request, String askedBy, Instant askedAt) {

    public ClosingMethod closing() {
        return request.closing();
    }

    public String reason() {
        return request.reason();
    }
}
