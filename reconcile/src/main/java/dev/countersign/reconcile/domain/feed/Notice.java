package dev.countersign.reconcile.domain.feed;

import org.jspecify.annotations.Nullable;

/**
 * A notice from an outside party about one thing of a card: where the thing is now.
 *
 * @param subject the id of an order, a wallet token or a dispute, as it is written outside
 * @param status where it is, in the words of its own table of states
 * @param carrier who brings an order
 * @param trackingNumber by which its carrier knows an order
 */
public record Notice(
        String subject, String status, @Nullable String carrier, @Nullable String trackingNumber) {}
