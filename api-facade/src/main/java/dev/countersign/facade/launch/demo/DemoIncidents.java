package dev.countersign.facade.launch.demo;

import dev.countersign.ingest.simulate.Envelope;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.SimulatedPurchases;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Incidents beside the ordinary traffic, in the order of time and for ever: cardholders who forget
 * their PIN or use a frozen card, and the few records that a network gets wrong.
 */
final class DemoIncidents implements Iterator<SimulatedMessage> {

    private static final String SERIES = "777001";
    private static final int DAYS_BEFORE = 8;
    private static final Duration PAUSE_BEFORE = Duration.ofMinutes(50);
    private static final Duration PAUSE_SINCE = Duration.ofSeconds(40);
    private static final LocalTime TOTALLED = LocalTime.of(4, 30);

    private static final List<DemoCase> OFTEN =
            List.of(
                    DemoCase.FROZEN,
                    DemoCase.FROZEN_LATELY,
                    DemoCase.FROZEN_ABROAD,
                    DemoCase.FORGETS_PIN,
                    DemoCase.FORGETS_PIN,
                    DemoCase.FORGETS_PIN_OFTEN,
                    DemoCase.PIN_BLOCKED,
                    DemoCase.NO_ONLINE,
                    DemoCase.NO_CONTACTLESS,
                    DemoCase.NO_ABROAD,
                    DemoCase.WRONG_CODE,
                    DemoCase.LOST,
                    DemoCase.STOLEN,
                    DemoCase.CUSTOMER_INACTIVE,
                    DemoCase.ORDER_SHIPPED);

    private final Map<DemoCase, SimulatedCard> cards;
    private final Instant since;
    private final SplittableRandom random;
    private final SimulatedPurchases purchases;
    private final PriorityQueue<SimulatedMessage> queue =
            new PriorityQueue<>(Comparator.comparing(SimulatedMessage::at));
    private Instant next;

    DemoIncidents(
            DemoCalendar calendar, Map<DemoCase, SimulatedCard> cards, SplittableRandom random) {
        this.cards = cards;
        this.since = calendar.since();
        this.random = random;
        this.purchases = new SimulatedPurchases(SERIES, random);
        this.next = since.minus(Duration.ofDays(DAYS_BEFORE));
        conflictOn(calendar.daysBefore(3));
        wrongCurrencyOn(calendar.daysBefore(6));
        unknownRefundOn(calendar.daysBefore(4));
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public SimulatedMessage next() {
        while (queue.isEmpty() || queue.element().at().isAfter(next)) {
            begin(OFTEN.get(random.nextInt(OFTEN.size())), next);
            next = after(next);
        }
        return queue.remove();
    }

    /** Much sooner from the moment on at which the demo began. */
    private Instant after(Instant at) {
        Duration pause = at.isBefore(since) ? PAUSE_BEFORE : PAUSE_SINCE;
        Instant then = at.plus(pause.dividedBy(2)).plusMillis(random.nextLong(pause.toMillis()));
        return at.isBefore(since) && then.isAfter(since) ? since : then;
    }

    private void begin(DemoCase demoCase, Instant at) {
        SimulatedCard card = card(demoCase);
        switch (demoCase) {
            case FORGETS_PIN -> {
                withPin(card, at, "mismatch");
                withPin(card, at.plusSeconds(25), "match");
            }
            case FORGETS_PIN_OFTEN -> {
                withPin(card, at, "mismatch");
                withPin(card, at.plusSeconds(20), "mismatch");
                withPin(card, at.plusSeconds(55), "match");
            }
            case PIN_BLOCKED -> withPin(card, at, "mismatch");
            case NO_ONLINE -> add(card, purchases.request(card, at).with("pos_entry_mode", "810"));
            case NO_CONTACTLESS ->
                    add(card, purchases.request(card, at).with("pos_entry_mode", "071"));
            case WRONG_CODE ->
                    add(
                            card,
                            purchases
                                    .request(card, at)
                                    .with("pos_entry_mode", "810")
                                    .with("cvm", "cvc", "no_match"));
            case NO_ABROAD, FROZEN_ABROAD -> add(card, purchases.requestAbroad(card, at));
            default -> add(card, purchases.request(card, at));
        }
    }

    private void withPin(SimulatedCard card, Instant at, String pin) {
        add(card, purchases.withdrawal(card, at).with("cvm", "pin", pin));
    }

    // ---- what a network gets wrong, once each

    /** The same number comes a second time, with another amount: it is not applied. */
    private void conflictOn(LocalDate day) {
        SimulatedCard card = card(DemoCase.CONFLICTING_MESSAGE);
        Instant at = at(day, LocalTime.of(10, 42));
        Envelope request = purchases.request(card, at);
        add(card, request);
        String again = request.money("amount", 91_870, card.currency()).text();
        queue.add(new SimulatedMessage(at.plusSeconds(48), card.id().toString(), again, true));
    }

    /** A record in a currency that the card is not in waits in suspense. */
    private void wrongCurrencyOn(LocalDate day) {
        SimulatedCard card = card(DemoCase.WRONG_CURRENCY);
        String other = card.currency().equals("USD") ? "EUR" : "USD";
        Instant at = at(day, LocalTime.of(13, 5));
        long amount = 6_420;
        SimulatedCard as =
                new SimulatedCard(
                        card.id(), card.network(), card.expiry(), other, card.cashAllowed());
        add(card, purchases.clearing(as, at, amount));
        queue.add(
                purchases.total(
                        card.network().wire(),
                        other,
                        day,
                        at(day.plusDays(1), TOTALLED),
                        amount,
                        0));
    }

    /** A merchant gives money back, and names a purchase that there never was. */
    private void unknownRefundOn(LocalDate day) {
        SimulatedCard card = card(DemoCase.UNKNOWN_REFUND);
        Instant at = at(day, LocalTime.of(16, 20));
        long amount = 3_990;
        add(card, purchases.refund(card, at, amount));
        queue.add(
                purchases.total(
                        card.network().wire(),
                        card.currency(),
                        day,
                        at(day.plusDays(1), TOTALLED),
                        0,
                        amount));
    }

    private static Instant at(LocalDate day, LocalTime time) {
        return day.atTime(time).toInstant(ZoneOffset.UTC);
    }

    private void add(SimulatedCard card, Envelope message) {
        queue.add(new SimulatedMessage(message.at(), card.id().toString(), message.text(), true));
    }

    private SimulatedCard card(DemoCase demoCase) {
        return Objects.requireNonNull(cards.get(demoCase), demoCase::toString);
    }
}
