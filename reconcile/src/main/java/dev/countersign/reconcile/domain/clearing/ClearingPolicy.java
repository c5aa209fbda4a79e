package dev.countersign.reconcile.domain.clearing;

import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is a matter of contract and not of arithmetic: networks change these numbers, and tell only
 * their members. A tolerance decides whether a difference is raised, never whether a record is
 * posted.
 *
 * @param tolerances by merchant category; the first that covers a category counts, 100 percent
 *     where none does
 * @param pumpCeilings what a fuel pump may clear whatever was authorized, in minor units by
 *     currency code
 * @param pumpCeilingMajor the same in major units, for any other currency
 * @param fxDriftPercent how far the billed amount may drift while the merchant's amount agrees
 * @param ageDaysMax how old an authorization may be to be matched
 * @param windowExtraDays days after the hold's window in which approval code, merchant and amount
 *     may still find it
 * @param nearDays how many days amount and merchant alone may be apart
 * @param holdDaysDefault the window of what has none of its own
 * @param graceDays days after its window before a hold expires
 * @param otherSettlementCurrencies in which the issuer has agreed to settle cards of another
 *     currency; a record settled in any other goes to suspense
 */
public record ClearingPolicy(
        List<Tolerance> tolerances,
        Map<String, Long> pumpCeilings,
        long pumpCeilingMajor,
        int fxDriftPercent,
        int ageDaysMax,
        int windowExtraDays,
        int nearDays,
        int holdDaysDefault,
        int graceDays,
        Set<Currency> otherSettlementCurrencies) {

    private static final int FUEL_PUMP = 5542;

    /**
     * What may clear above an authorization.
     *
     * @param fromMcc first merchant category of the range
     * @param toMcc last merchant category of the range
     * @param percent of the authorized amount, above 100
     */
    public record Tolerance(int fromMcc, int toMcc, int percent) {

        boolean covers(int mcc) {
            return mcc >= fromMcc && mcc <= toMcc;
        }
    }

    /** What a chip card is held for at a pump: 175 US dollars, and about as much elsewhere. */
    private static final Map<String, Long> PUMP_CEILINGS =
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

    public static final ClearingPolicy DEFAULT =
            new ClearingPolicy(
                    List.of(
                            new Tolerance(5812, 5814, 120),
                            new Tolerance(4121, 4121, 120),
                            new Tolerance(7230, 7230, 120),
                            new Tolerance(7298, 7298, 120),
                            new Tolerance(3351, 3999, 115),
                            new Tolerance(7512, 7512, 115),
                            new Tolerance(7011, 7011, 115),
                            new Tolerance(4411, 4411, 115)),
                    PUMP_CEILINGS,
                    175,
                    3,
                    120,
                    10,
                    3,
                    7,
                    2,
                    Set.of());

    public ClearingPolicy {
        tolerances = List.copyOf(tolerances);
        pumpCeilings = Map.copyOf(pumpCeilings);
        otherSettlementCurrencies = Set.copyOf(otherSettlementCurrencies);
    }

    /** The same with agreed settlement in other currencies. */
    public ClearingPolicy settlingIn(Set<Currency> currencies) {
        return new ClearingPolicy(
                tolerances,
                pumpCeilings,
                pumpCeilingMajor,
                fxDriftPercent,
                ageDaysMax,
                windowExtraDays,
                nearDays,
                holdDaysDefault,
                graceDays,
                currencies);
    }

    /**
     * How many days before a record the authorization may lie that it is matched with, whatever the
     * hour; what was posted to that authorization is not older than it.
     */
    public int reachDays() {
        return ageDaysMax + 1;
    }

    /** What may clear against an authorized amount, in minor units, rounded down. */
    public long ceiling(@Nullable String mcc, long authorized, Currency currency) {
        int category = category(mcc);
        if (category == FUEL_PUMP) {
            return Math.max(authorized, pumpCeiling(currency));
        }
        for (Tolerance tolerance : tolerances) {
            if (tolerance.covers(category)) {
                return Ratio.of(authorized, tolerance.percent(), 100);
            }
        }
        return authorized;
    }

    /** An amount and the drift that is allowed on it. */
    public long withDrift(long amount) {
        return Ratio.of(amount, 100L + fxDriftPercent, 100);
    }

    /** True when a drift is more than rates explain. */
    boolean driftedTooFar(long authorized, long drift) {
        return Math.abs(drift) > Ratio.of(authorized, fxDriftPercent, 100);
    }

    private long pumpCeiling(Currency currency) {
        Long known = pumpCeilings.get(currency.getCurrencyCode());
        if (known != null) {
            return known;
        }
        long unit = 1;
        for (int digit = 0; digit < currency.getDefaultFractionDigits(); digit++) {
            unit *= 10;
        }
        return pumpCeilingMajor * unit;
    }

    private static int category(@Nullable String mcc) {
        if (mcc == null || mcc.length() != 4) {
            return -1;
        }
        int category = 0;
        for (int i = 0; i < mcc.length(); i++) {
            char digit = mcc.charAt(i);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            category = category * 10 + (digit - '0');
        }
        return category;
    }
}
