package dev.countersign.ingest.simulate;

import java.time.Instant;
import java.time.LocalDate;
import java.util.SplittableRandom;

/**
 * Makes single messages about purchases, for a caller who changes them before they are sent: a
 * wrong PIN, another currency, the same number twice. Nothing follows from them, and no truth is
 * kept.
 */
public final class SimulatedPurchases {

    /** Settles what these messages settle, apart from the cycles of a {@link TrafficSimulator}. */
    private static final String INSTITUTION = "2000000000";

    private final String series;
    private final SplittableRandom random;
    private long number;

    /**
     * Begins a series.
     *
     * @param series six digits, with which the references begin
     * @param random what the messages follow from
     */
    public SimulatedPurchases(String series, SplittableRandom random) {
        this.series = series;
        this.random = random;
    }

    public Envelope request(SimulatedCard card, Instant at) {
        Shop shop = shop(card);
        return next(card).purchase("authorization_request", shop, at, amount(shop, card), "000000");
    }

    public Envelope requestAbroad(SimulatedCard card, Instant at) {
        Shop shop = Shops.abroad(random, card.currency());
        return next(card).purchase("authorization_request", shop, at, amount(shop, card), "000000");
    }

    public Envelope withdrawal(SimulatedCard card, Instant at) {
        Shop machine = Shop.cashMachine(card.currency());
        long amount = 2_000L * (1 + random.nextInt(5));
        return next(card).purchase("financial_request", machine, at, amount, "010000");
    }

    /** A clearing record that belongs to nothing. */
    public Envelope clearing(SimulatedCard card, Instant at, long amount) {
        return next(card).alone("clearing", shop(card), at, amount, INSTITUTION);
    }

    /** A refund that belongs to nothing. */
    public Envelope refund(SimulatedCard card, Instant at, long amount) {
        SimulatedLifecycle lifecycle = next(card);
        return lifecycle
                .alone("refund", shop(card), at, amount, INSTITUTION)
                .with("refs", "original_network_txn_id", series + "999" + lifecycle.reference());
    }

    /**
     * The network's totals of the clearing records and refunds that were presented on a day.
     *
     * @param debit of one clearing record, or 0
     * @param credit of one refund, or 0
     */
    public SimulatedMessage total(
            String network, String currency, LocalDate day, Instant at, long debit, long credit) {
        var cycle =
                new NetworkCycle(
                        new NetworkCycle.Key(network, currency, day.plusDays(1)), INSTITUTION);
        if (debit > 0) {
            cycle.presented(debit);
        }
        if (credit > 0) {
            cycle.refunded(credit);
        }
        return cycle.total(SimulatedLifecycle.messageId(random), at, 1, 0);
    }

    private SimulatedLifecycle next(SimulatedCard card) {
        return new SimulatedLifecycle(card, ++number, series, random);
    }

    private Shop shop(SimulatedCard card) {
        return Shops.at(random, card.currency());
    }

    private long amount(Shop shop, SimulatedCard card) {
        return shop.amount(random, card.currency());
    }
}
