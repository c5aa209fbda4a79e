package dev.countersign.reconcile.domain.settlement;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Currency;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which night gives back how much, if nothing clears before. */
public final class HoldForecast {

    private HoldForecast() {}

    /**
     * Something that is held.
     *
     * @param until the last day of the hold without the days of grace; null for a single message,
     *     which the next night settles
     */
    public record OpenHold(Currency currency, long minor, @Nullable LocalDate until) {}

    /**
     * What each night releases, by business date and currency code. What is due already, or settles
     * anyway, is in the next night.
     *
     * @param next the business date of the next night
     */
    public static SortedMap<LocalDate, Map<String, BigInteger>> of(
            Collection<OpenHold> holds, int graceDays, LocalDate next) {
        SortedMap<LocalDate, Map<String, BigInteger>> releases = new TreeMap<>();
        for (OpenHold hold : holds) {
            LocalDate until = hold.until();
            LocalDate due = until == null ? next : until.plusDays(graceDays + 1L);
            releases.computeIfAbsent(due.isBefore(next) ? next : due, day -> new TreeMap<>())
                    .merge(
                            hold.currency().getCurrencyCode(),
                            BigInteger.valueOf(hold.minor()),
                            BigInteger::add);
        }
        return releases;
    }
}
