package dev.countersign.ingest.simulate;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * The truth about what happened, as the maker of the events knows it: what each actor meant by each
 * message, and when the message came. From this follows what the nights must come to, by a model of
 * its own that shares no code with the product.
 *
 * <p>It is exact as long as no cardholder comes near a monthly limit: what clearing and expiry give
 * back to a month does not enter the decisions that {@link CardTruth} foretells.
 */
public final class NightTruth {

    private final List<Event> events = new ArrayList<>();

    /** Something that was made known, in the order in which it came. */
    sealed interface Event {

        /** Returns the time at which it came. */
        Instant seen();
    }

    /**
     * @param at when it was sent
     * @param cash a single message: no clearing follows it
     * @param transit whether its merchant need not ask before it clears
     */
    record Approved(
            Instant seen,
            Instant at,
            String reference,
            SimulatedCard card,
            long amount,
            int holdDays,
            boolean cash,
            boolean transit)
            implements Event {}

    record Declined(Instant seen, Instant at, String reference, SimulatedCard card, long amount)
            implements Event {}

    /** The network approved for us what we had declined. */
    record Overridden(Instant seen, String reference, long amount, int holdDays) implements Event {}

    record Increased(Instant seen, String reference, long amount) implements Event {}

    record CreditGiven(Instant seen, String reference, long amount) implements Event {}

    /** The meaning of a presentment. */
    enum Meant {
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
     * @param difference how much is wrong with it, where that is not all of it
     */
    record Presented(
            Instant seen,
            Instant at,
            String reference,
            SimulatedCard card,
            long amount,
            Meant meant,
            long difference,
            boolean transit)
            implements Event {}

    record Refunded(
            Instant seen,
            Instant at,
            String reference,
            SimulatedCard card,
            String purchase,
            long amount)
            implements Event {}

    /**
     * @param wrongBy how much more than was presented the network says
     */
    record Totalled(Instant seen, NetworkCycle.Key cycle, long wrongBy) implements Event {}

    void happened(Event event) {
        events.add(event);
    }

    /** Returns the state in which the book must be after the nights of all dates up to this one. */
    public NightEnds after(LocalDate lastNight) {
        return new NightModel(events).after(lastNight);
    }
}
