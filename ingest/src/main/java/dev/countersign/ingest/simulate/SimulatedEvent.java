package dev.countersign.ingest.simulate;

import java.time.Instant;

/**
 * Something that the maker of the feed made known, and what was meant by it: from this follows what
 * the nights must come to.
 */
public sealed interface SimulatedEvent {

    /** Returns the time at which it came. */
    Instant seen();

    /**
     * A purchase that we approved.
     *
     * @param at when it was sent
     * @param cash a single message: no clearing follows it
     * @param transit whether its merchant need not ask before it clears
     */
    record ApprovedPurchase(
            Instant seen,
            Instant at,
            String reference,
            SimulatedCard card,
            long amount,
            int holdDays,
            boolean cash,
            boolean transit)
            implements SimulatedEvent {}

    record DeclinedPurchase(
            Instant seen, Instant at, String reference, SimulatedCard card, long amount)
            implements SimulatedEvent {}

    /** The network approved for us what we had declined. */
    record OverriddenDecline(Instant seen, String reference, long amount, int holdDays)
            implements SimulatedEvent {}

    record HoldIncrease(Instant seen, String reference, long amount) implements SimulatedEvent {}

    record ApprovedCredit(Instant seen, String reference, long amount) implements SimulatedEvent {}

    /** The meaning of a presentment. */
    enum PresentmentKind {
        /** All there is to come: as authorized, with a tip, or less. */
        LAST,
        /** One of several. */
        PART,
        /** More than is tolerated. */
        OVER,
        /** The amount that the merchant got was authorized, but the rate was another one. */
        OTHER_RATE,
        /** After the hold has ended. */
        LATE,
        AFTER_REVERSAL,
        AFTER_DECLINE,
        /** Nobody had asked. */
        FORCED,
        /** The same once more, under another ARN. */
        TWICE
    }

    /**
     * A presentment of a merchant.
     *
     * @param difference how much is wrong with it, where that is not all of it
     */
    record Presentment(
            Instant seen,
            Instant at,
            String reference,
            SimulatedCard card,
            long amount,
            PresentmentKind kind,
            long difference,
            boolean transit)
            implements SimulatedEvent {}

    record MerchantRefund(
            Instant seen,
            Instant at,
            String reference,
            SimulatedCard card,
            String purchase,
            long amount)
            implements SimulatedEvent {}

    /**
     * The network's total of a cycle.
     *
     * @param error how much more than was presented the network says
     */
    record StatedTotal(Instant seen, NetworkCycle.Key cycle, long error)
            implements SimulatedEvent {}
}
