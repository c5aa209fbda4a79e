package dev.countersign.ingest.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Makes a feed, message by message, in the order of time: purchases that clear exactly, with a tip,
 * for too much or less, in parts, at another rate, twice, late, after a reversal or a decline,
 * unasked, or never; declines; increments, reversals, stand-in, refunds; the totals of the network,
 * right or wrong at first; repetitions, messages that come late or in the wrong order and, where
 * wanted, messages that nobody can read. Beside it grows the truth.
 */
public final class TrafficSimulator implements Iterator<SimulatedMessage> {

    private static final int PER_MILLE = 1_000;
    private static final int POISON_FORMS = 4;

    private final Traffic traffic;
    private final SplittableRandom random;
    private final TrafficPlan plan;
    private final Cardholders cardholders;
    private Function<Instant, Duration> pauses;
    private Instant now;
    private Instant last;
    private long made;

    public TrafficSimulator(List<SimulatedCard> cards, Traffic traffic) {
        if (cards.isEmpty()) {
            throw new IllegalArgumentException("traffic needs at least one card");
        }
        this.traffic = traffic;
        this.random = new SplittableRandom(traffic.seed());
        this.plan = new TrafficPlan(cards, traffic, random);
        this.cardholders = new Cardholders(plan, new Presentments(plan, random), random);
        this.pauses = after -> traffic.pause();
        this.now = traffic.from();
        this.last = traffic.from();
    }

    /**
     * Changes how long it takes from one purchase to the next, from now on.
     *
     * @param after gives it by when the one before began
     */
    public void pauses(Function<Instant, Duration> after) {
        this.pauses = after;
    }

    @Override
    public boolean hasNext() {
        return made < traffic.messages();
    }

    @Override
    public SimulatedMessage next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (traffic.evenly()) {
            now = traffic.from().plus(traffic.pause().multipliedBy(made));
        }
        made++;
        SimulatedMessage next = random.nextInt(PER_MILLE) < traffic.poison() ? poison() : due();
        last = next.at();
        return next;
    }

    private SimulatedMessage due() {
        SimulatedMessage due = plan.due(now);
        while (due == null) {
            cardholders.begin(plan.newLifecycle(plan.anyCard()), now);
            if (!traffic.evenly()) {
                now = now.plus(pauses.apply(now));
            }
            due = plan.due(now);
        }
        return due;
    }

    /**
     * Returns what must be true when all messages so far have been read, by card. For endless
     * traffic it is only what a later message may refer to.
     */
    public Map<SimulatedCard, CardTruth> truth() {
        return plan.truth();
    }

    /** Returns what was meant by all messages so far, which endless traffic does not remember. */
    public List<SimulatedEvent> events() {
        if (traffic.endless()) {
            throw new IllegalStateException("endless traffic does not remember its events");
        }
        return plan.events();
    }

    // ---- what nobody can read

    private SimulatedMessage thousand(SimulatedCard card) {
        return plan.newLifecycle(card)
                .request(
                        "authorization_request",
                        Shop.any(random, card.currency()),
                        last,
                        1_000,
                        "000000");
    }

    private SimulatedMessage poison() {
        SimulatedCard card = plan.anyCard();
        String text =
                switch (random.nextInt(POISON_FORMS)) {
                    case 0 -> "this is not JSON";
                    case 1 -> "{\"schema_version\":1,\"kind\":\"surprise\"}";
                    case 2 -> thousand(card).text().replace("\"value\":1000", "\"value\":1e3");
                    default ->
                            thousand(card)
                                    .text()
                                    .replace("\"schema_version\":1", "\"schema_version\":2");
                };
        return new SimulatedMessage(last, card.id().toString(), text, false);
    }
}
