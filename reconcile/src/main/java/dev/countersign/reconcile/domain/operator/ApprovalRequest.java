package dev.countersign.reconcile.domain.operator;

import java.time.Instant;

/**
 * A request of one operator that waits until another agrees.
 *
 * @param subject what it would be done to
 */
public record ApprovalRequest(
        ApprovalKind kind, String subject, String reason, String askedBy, Instant askedAt) {}
