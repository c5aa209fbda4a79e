package dev.countersign.ingest.simulate;

/** The rates at which simulated merchants abroad are paid: they never move by themselves. */
final class ExchangeRates {

    private ExchangeRates() {}

    /** An amount in another currency, in minor units of it, rounded down, and never nothing. */
    static long convert(long minor, String from, String to) {
        return from.equals(to) || minor == 0 ? minor : Math.max(1, minor * worth(from) / worth(to));
    }

    /** Values of a minor unit, in millionths of a euro. */
    private static long worth(String currency) {
        return switch (currency) {
            case "EUR" -> 10_000;
            case "USD" -> 9_200;
            case "GBP" -> 11_700;
            case "JPY" -> 6_100;
            default -> throw new IllegalArgumentException("no simulated card is in " + currency);
        };
    }
}
