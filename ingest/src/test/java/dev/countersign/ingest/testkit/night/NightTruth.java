package dev.countersign.ingest.testkit.night;

import dev.countersign.ingest.simulate.CardTruth;
import dev.countersign.ingest.simulate.SimulatedEvent;
import java.time.LocalDate;
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

    private final List<SimulatedEvent> events;

    /**
     * The truth of a feed.
     *
     * @param events in the order in which they were made known
     */
    public NightTruth(List<SimulatedEvent> events) {
        this.events = List.copyOf(events);
    }

    /** Returns the state in which the book must be after the nights of all dates up to this one. */
    public NightEnds after(LocalDate lastNight) {
        return new NightModel(events).after(lastNight);
    }
}
