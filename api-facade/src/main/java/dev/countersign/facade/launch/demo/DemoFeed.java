package dev.countersign.facade.launch.demo;

import dev.countersign.facade.launch.demo.DemoCards.IssuedCards;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.SplittableRandom;

/**
 * All messages of a demo in the order of time, from the first day of its history on and for ever.
 * They follow from the cards and from the moment it began alone: making them again gives the same
 * ones, and the feed knows what it had.
 */
final class DemoFeed implements Iterator<SimulatedMessage> {

    private static final long SEED = 42;
    private static final LocalTime FIRST_PURCHASE = LocalTime.of(9, 0);

    /** Merchants err as rarely as they do. */
    private static final int MISTAKES_ONE_IN = 5;

    private final TrafficSimulator purchases;
    private final DemoIncidents incidents;
    private SimulatedMessage purchase;
    private SimulatedMessage incident;

    DemoFeed(IssuedCards issued) {
        SplittableRandom random = new SplittableRandom(SEED);
        DemoCalendar calendar = issued.calendar();
        Instant from = calendar.firstDay().atTime(FIRST_PURCHASE).toInstant(ZoneOffset.UTC);
        DemoRhythm rhythm = new DemoRhythm(calendar, random.split());
        incidents = new DemoIncidents(calendar, issued.special(), random.split());
        purchases =
                new TrafficSimulator(
                        issued.ordinary(),
                        new Traffic(
                                SEED,
                                from,
                                Duration.ofMinutes(1),
                                false,
                                Traffic.ENDLESS,
                                0,
                                MISTAKES_ONE_IN));
        purchases.pauses(rhythm::pauseAfter);
        purchase = purchases.next();
        incident = incidents.next();
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    /** The time at which the next message is due. */
    Instant due() {
        return incidentIsFirst() ? incident.at() : purchase.at();
    }

    @Override
    public SimulatedMessage next() {
        SimulatedMessage next;
        if (incidentIsFirst()) {
            next = incident;
            incident = incidents.next();
        } else {
            next = purchase;
            purchase = purchases.next();
        }
        return next;
    }

    private boolean incidentIsFirst() {
        return incident.at().isBefore(purchase.at());
    }
}
