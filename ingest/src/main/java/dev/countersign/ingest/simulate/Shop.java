package dev.countersign.ingest.simulate;

import dev.countersign.reconcile.domain.feed.Network;
import java.util.random.RandomGenerator;

/**
 * A made-up merchant: where the simulated cards are used.
 *
 * @param currency what it asks for
 * @param amountMin what its customers spend at least, in minor units of its currency
 * @param amountMax what they spend at most
 */
record Shop(
        String id,
        String name,
        String mcc,
        String city,
        String country,
        String entryMode,
        String currency,
        long amountMin,
        long amountMax) {

    private static final String CASH = "6011";
    private static final String TRANSIT = "4111";
    private static final String ONLINE = "810";

    /** A cash machine where a card is at home. */
    static Shop cashMachine(String currency) {
        return Shops.atHome("ATM00000001", "Cash machine", CASH, "051", currency);
    }

    /** A casino where a card is at home. */
    static Shop casino(String currency) {
        return Shops.atHome(
                "SHOP9000001", "Casino Lucky Comet", SimulatedRules.BLOCKED_MCC, "051", currency);
    }

    /**
     * A shop that a cardholder goes to; one in twelve purchases is in another currency.
     *
     * @param currency of the card
     */
    static Shop any(RandomGenerator random, String currency) {
        return random.nextInt(12) == 0
                ? Shops.abroad(random, currency)
                : Shops.at(random, currency);
    }

    /** A random amount spent here, in minor units of the card's currency: mostly little. */
    long amount(RandomGenerator random, String cardCurrency) {
        long above = amountMax - amountMin + 1;
        long least = Math.min(random.nextLong(above), random.nextLong(above));
        return ExchangeRates.convert(
                amountMin + Math.min(least, random.nextLong(above)), currency, cardCurrency);
    }

    /**
     * Returns the number of days after an approval in which a merchant may present it, if the
     * issuer set no other number.
     */
    int holdDays(Network network) {
        if (transit() || network == Network.MASTERCARD) {
            return 7;
        }
        return entryMode.equals(ONLINE) ? 10 : 5;
    }

    boolean cash() {
        return mcc.equals(CASH);
    }

    boolean transit() {
        return mcc.equals(TRANSIT);
    }

    /** True when it asks for another currency than a card's. */
    boolean foreign(String cardCurrency) {
        return !currency.equals(cardCurrency);
    }

    /** True where a tip is usual. */
    boolean takesTips() {
        return switch (mcc) {
            case "4121", "5812", "5814" -> true;
            default -> false;
        };
    }

    /**
     * Returns the share of an authorized amount that may clear, in percent, if the issuer set no
     * other share.
     */
    long percentTolerated() {
        if (takesTips()) {
            return 120;
        }
        return mcc.equals("7011") ? 115 : 100;
    }
}
