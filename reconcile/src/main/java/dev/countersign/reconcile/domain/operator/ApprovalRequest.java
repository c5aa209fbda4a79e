package dev.countersign.reconcile.domain.operator;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request of one operator that waits until another agrees.
 *
 * @param subject what it would be done to
 * @param amountMinor how much would be booked; null where it is not about an amount
 */
public record ApprovalRequest(
        ApprovalKind kind,
        String subject,
        @Nullable Long amountMinor,
        String reason,
        String askedBy,
        Instant askedAt) {}
