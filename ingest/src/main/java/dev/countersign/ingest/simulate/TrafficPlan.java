package dev.countersign.ingest.simulate;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The messages that will be sent when their time comes, and the truth that grows as they are sent.
 */
final class TrafficPlan {

    /** Delay with which a late message comes after it was sent. */
    static final Duration LATE = Duration.ofHours(3);

    private static final int SERIES = 1_000_000;

    /** Maximum number of days after which a message may still ask what a purchase came to. */
    private static final int DAYS_LOOKED_BACK = 4;

    private final List<SimulatedCard> cards;
    private final boolean endless;
    private final int mistakesOneIn;
    private final SplittableRandom random;
    private final PriorityQueue<PlannedMessage> plan = new PriorityQueue<>();
    private final Map<SimulatedCard, CardTruth> truth = new HashMap<>();
    private final List<SimulatedEvent> events = new ArrayList<>();
    private final String series;
    private LocalDate rememberedFrom = LocalDate.MIN;
    private long planned;

    /** A message that will be made when its time comes. */
    private record PlannedMessage(Instant at, long order, Maker maker)
            implements Comparable<PlannedMessage> {

        @Override
        public int compareTo(PlannedMessage other) {
            int byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /** Makes a message when its time has come. */
    @FunctionalInterface
    interface Maker {

        SimulatedMessage make(Instant at);
    }

    TrafficPlan(List<SimulatedCard> cards, Traffic traffic, SplittableRandom random) {
        this.cards = List.copyOf(cards);
        this.endless = traffic.endless();
        this.mistakesOneIn = traffic.mistakesOneIn();
        this.random = random;
        this.series =
                String.format(
                        Locale.ROOT,
                        "%06d",
                        Math.floorMod(
                                Objects.hash(
                                        traffic.seed(),
                                        traffic.from(),
                                        traffic.pause(),
                                        traffic.messages(),
                                        traffic.poison(),
                                        cards.size()),
                                SERIES));
    }

    /** Plans a message; of those of one instant, the one that was planned first comes first. */
    void later(Instant at, Maker maker) {
        plan.add(new PlannedMessage(at, ++planned, maker));
    }

    /** Makes what is due at a moment; null when nothing is. */
    @Nullable SimulatedMessage due(Instant now) {
        PlannedMessage first = plan.peek();
        if (first == null || first.at().isAfter(now)) {
            return null;
        }
        plan.remove();
        forget(first.at());
        return first.maker().make(first.at());
    }

    /** A purchase that begins. */
    SimulatedLifecycle newLifecycle(SimulatedCard card) {
        return new SimulatedLifecycle(card, ++planned, series, random);
    }

    SimulatedCard anyCard() {
        return cards.get(random.nextInt(cards.size()));
    }

    /** Returns what must be true of a card so far. */
    CardTruth truthOf(SimulatedCard card) {
        return truth.computeIfAbsent(card, unseen -> new CardTruth());
    }

    Map<SimulatedCard, CardTruth> truth() {
        return Map.copyOf(truth);
    }

    /** Returns all that happened, which endless traffic does not remember. */
    List<SimulatedEvent> events() {
        return List.copyOf(events);
    }

    /** Remembers what a night has to make something of. */
    void happened(SimulatedEvent event) {
        if (!endless) {
            events.add(event);
        }
    }

    /** Decides by chance if a possible mistake happens. */
    boolean errs() {
        return mistakesOneIn == 1 || random.nextInt(mistakesOneIn) == 0;
    }

    /** One in a hundred comes twice, to the byte or as the network's repetition. */
    SimulatedMessage repeatNowAndThen(SimulatedMessage message, Instant at) {
        if (random.nextInt(100) == 0) {
            later(
                    at.plusSeconds(random.nextInt(7_200)),
                    when -> new SimulatedMessage(when, message.key(), message.text(), true));
        }
        return message;
    }

    /** Once a day, of traffic that would else fill the memory. */
    private void forget(Instant now) {
        LocalDate from = LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(DAYS_LOOKED_BACK);
        if (endless && from.isAfter(rememberedFrom)) {
            rememberedFrom = from;
            truth.values().forEach(card -> card.forgetBefore(from));
        }
    }
}
