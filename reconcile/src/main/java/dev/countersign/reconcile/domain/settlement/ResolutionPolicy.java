package dev.countersign.reconcile.domain.settlement;

import dev.countersign.reconcile.domain.money.Currencies;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which breaks one person resolves alone; the others take two, as a write-off does.
 *
 * @param togetherFrom this severity and higher ones take two persons
 * @param aloneMaxMinor by currency: an amount above it, in minor units, takes two persons; for a
 *     currency that is not named, a thousand whole units
 */
public record ResolutionPolicy(Severity togetherFrom, Map<String, Long> aloneMaxMinor) {

    public static final ResolutionPolicy DEFAULT = new ResolutionPolicy(Severity.HIGH, Map.of());

    private static final long ALONE_MAX_UNITS = 1_000;

    public ResolutionPolicy {
        aloneMaxMinor = Map.copyOf(aloneMaxMinor);
    }

    /**
     * True when a break takes two persons.
     *
     * @param currency null for a break without an amount
     */
    public boolean takesTwo(Severity severity, long minor, @Nullable String currency) {
        if (severity.compareTo(togetherFrom) <= 0) {
            return true;
        }
        return currency != null && (minor == Long.MIN_VALUE || Math.abs(minor) > max(currency));
    }

    private long max(String currency) {
        Long set = aloneMaxMinor.get(currency);
        return set != null
                ? set
                : Currencies.find(currency)
                        .map(known -> ALONE_MAX_UNITS * Currencies.majorUnit(known))
                        .orElse(0L);
    }
}
