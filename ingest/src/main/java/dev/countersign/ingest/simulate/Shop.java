package dev.countersign.ingest.simulate;

import dev.countersign.reconcile.domain.feed.Network;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A made-up merchant: where the simulated cards are used.
 *
 * @param centsPerUnit what one unit of its currency costs in cents of the card's
 */
record Shop(
        String id,
        String name,
        String mcc,
        String city,
        String country,
        String entryMode,
        String currency,
        long centsPerUnit) {

    private static final List<Shop> SHOPS =
            List.of(
                    new Shop(
                            "SHOP0000001", "GREEN GROCER", "5411", "LYON", "FR", "051", "EUR", 100),
                    new Shop("SHOP0000002", "TRATTORIA", "5812", "ROMA", "IT", "071", "EUR", 100),
                    new Shop(
                            "SHOP0000003",
                            "BOOKS ONLINE",
                            "5942",
                            "BERLIN",
                            "DE",
                            "810",
                            "EUR",
                            100),
                    new Shop("SHOP0000004", "CITY METRO", "4111", "PARIS", "FR", "071", "EUR", 100),
                    new Shop("SHOP0000005", "GRAND HOTEL", "7011", "WIEN", "AT", "051", "EUR", 100),
                    new Shop(
                            "SHOP0000006",
                            "SHOES AND MORE",
                            "5661",
                            "MADRID",
                            "ES",
                            "051",
                            "EUR",
                            100),
                    new Shop("SHOP0000007", "PHARMACY", "5912", "GENT", "BE", "071", "EUR", 100),
                    new Shop(
                            "SHOP0000008",
                            "CORNER STORE",
                            "5499",
                            "NEW YORK",
                            "US",
                            "051",
                            "USD",
                            92),
                    new Shop(
                            "SHOP0000009",
                            "HIGH STREET",
                            "5651",
                            "LONDON",
                            "GB",
                            "071",
                            "GBP",
                            117));

    static final Shop RESTAURANT = SHOPS.get(1);

    private static final String TRANSIT = "4111";
    private static final String HOTEL = "7011";
    private static final String ONLINE = "810";
    static final Shop CASH_MACHINE =
            new Shop("ATM00000001", "CASH MACHINE", "6011", "LYON", "FR", "051", "EUR", 100);
    static final Shop CASINO =
            new Shop(
                    "SHOP0000010",
                    "CASINO",
                    SimulatedRules.BLOCKED_MCC,
                    "VENEZIA",
                    "IT",
                    "051",
                    "EUR",
                    100);

    /** One of them; one in twelve purchases is in another currency. */
    static Shop any(RandomGenerator random) {
        return random.nextInt(12) == 0
                ? SHOPS.get(7 + random.nextInt(2))
                : SHOPS.get(random.nextInt(7));
    }

    /**
     * How many days after an approval a merchant may present it, where the issuer set no others.
     */
    int holdDays(Network network) {
        if (transit() || network == Network.MASTERCARD) {
            return 7;
        }
        return entryMode.equals(ONLINE) ? 10 : 5;
    }

    boolean transit() {
        return mcc.equals(TRANSIT);
    }

    boolean foreign() {
        return centsPerUnit != 100;
    }

    /** What may clear of an authorized amount, in percent, where the issuer set nothing else. */
    long percentTolerated() {
        if (equals(RESTAURANT)) {
            return 120;
        }
        return mcc.equals(HOTEL) ? 115 : 100;
    }
}
