package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Ratio;
import java.util.Currency;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ceilings on what may clear against an authorization, by merchant category: the authorized
 * amount, and some more where a tip or a longer stay is usual. An amount above the ceiling is
 * posted all the same. It is a break or a transaction of its own. It is also not found by approval
 * code and amount. Sources disagree about how much more may clear, and networks change it: an
 * issuer sets what its own rules say.
 *
 * @param tipPercent by network: how much more than authorized, in percent, where tips are usual
 * @param travelPercent by network: how much more, in percent, for lodging, cruises and rentals
 * @param pumpMinor what a fuel pump may clear whatever was authorized, in minor units by currency
 *     code
 * @param pumpMajor the same in major units, for any other currency
 */
public record Ceilings(
        Map<Network, Integer> tipPercent,
        Map<Network, Integer> travelPercent,
        Map<String, Long> pumpMinor,
        long pumpMajor) {

    private static final String FUEL_PUMP = "5542";

    /**
     * Amount that is held for a chip card at a pump: 175 US dollars, and about as much elsewhere.
     */
    private static final Map<String, Long> PUMPS =
            Map.ofEntries(
                    Map.entry("USD", 17_500L),
                    Map.entry("EUR", 17_500L),
                    Map.entry("GBP", 17_500L),
                    Map.entry("JPY", 26_000L),
                    Map.entry("BGN", 32_000L),
                    Map.entry("BRL", 95_000L),
                    Map.entry("CNY", 125_000L),
                    Map.entry("CZK", 380_000L),
                    Map.entry("DKK", 120_000L),
                    Map.entry("HKD", 137_000L),
                    Map.entry("HUF", 6_300_000L),
                    Map.entry("INR", 1_500_000L),
                    Map.entry("ISK", 24_000L),
                    Map.entry("KRW", 250_000L),
                    Map.entry("MXN", 330_000L),
                    Map.entry("NOK", 185_000L),
                    Map.entry("PLN", 67_000L),
                    Map.entry("RON", 80_000L),
                    Map.entry("SEK", 180_000L),
                    Map.entry("THB", 600_000L),
                    Map.entry("TRY", 700_000L),
                    Map.entry("TWD", 560_000L),
                    Map.entry("ZAR", 320_000L));

    public static final Ceilings DEFAULT =
            new Ceilings(
                    Map.of(Network.VISA, 20, Network.MASTERCARD, 20),
                    Map.of(Network.VISA, 15, Network.MASTERCARD, 15),
                    PUMPS,
                    175);

    public Ceilings {
        tipPercent = Map.copyOf(tipPercent);
        travelPercent = Map.copyOf(travelPercent);
        pumpMinor = Map.copyOf(pumpMinor);
    }

    /**
     * The same, changed for the networks and currencies that are named.
     *
     * @param tips as {@link #tipPercent}
     * @param travel as {@link #travelPercent}
     * @param pumps as {@link #pumpMinor}
     */
    public Ceilings with(
            Map<Network, Integer> tips, Map<Network, Integer> travel, Map<String, Long> pumps) {
        return new Ceilings(
                changed(tipPercent, tips),
                changed(travelPercent, travel),
                changed(pumpMinor, pumps),
                pumpMajor);
    }

    private static <K, V> Map<K, V> changed(Map<K, V> from, Map<K, V> by) {
        Map<K, V> changed = new HashMap<>(from);
        changed.putAll(by);
        return changed;
    }

    /**
     * Returns the amount that may clear in all against an authorized amount, in minor units,
     * rounded down.
     */
    public long against(long authorized, Currency currency, Network network, @Nullable String mcc) {
        if (mcc == null) {
            return authorized;
        }
        if (mcc.equals(FUEL_PUMP)) {
            return Math.max(authorized, pump(currency));
        }
        int more =
                takesTips(mcc)
                        ? tipPercent.getOrDefault(network, 0)
                        : travels(mcc) ? travelPercent.getOrDefault(network, 0) : 0;
        return Ratio.of(authorized, 100L + more, 100);
    }

    private static boolean takesTips(String mcc) {
        return switch (mcc) {
            case "4121", "5812", "5813", "5814", "7230", "7298" -> true;
            default -> false;
        };
    }

    /** Categories are four digits, and those of rentals and hotels follow each other. */
    private static boolean travels(String mcc) {
        return switch (mcc) {
            case "4411", "7011", "7512" -> true;
            default -> mcc.compareTo("3351") >= 0 && mcc.compareTo("3999") <= 0;
        };
    }

    private long pump(Currency currency) {
        Long known = pumpMinor.get(currency.getCurrencyCode());
        return known == null ? pumpMajor * Currencies.majorUnit(currency) : known;
    }
}
