package dev.countersign.reconcile.domain.breaks;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rule for which breaks one operator resolves alone. The others take two operators, as a
 * write-off does.
 *
 * @param togetherFrom this severity and higher ones take two operators
 * @param aloneMaxMinor by currency: an amount above it, in minor units, takes two operators; for a
 *     currency that is not named, 100,000
 */
public record ResolutionPolicy(Severity togetherFrom, Map<String, Long> aloneMaxMinor) {

    public static final ResolutionPolicy DEFAULT = new ResolutionPolicy(Severity.HIGH, Map.of());

    private static final long ALONE_MAX_MINOR = 100_000;

    public ResolutionPolicy {
        aloneMaxMinor = Map.copyOf(aloneMaxMinor);
    }

    /**
     * True when a break takes two operators.
     *
     * @param currency null for a break without an amount
     */
    public boolean needsApproval(Severity severity, long minor, @Nullable String currency) {
        if (severity.compareTo(togetherFrom) <= 0) {
            return true;
        }
        return currency != null && needsApproval(minor, currency);
    }

    /** True when an amount takes two operators, whatever it is of. */
    public boolean needsApproval(long minor, String currency) {
        return minor == Long.MIN_VALUE || Math.abs(minor) > aloneMax(currency);
    }

    /** Returns the rule by which a break takes two operators where it does by either. */
    public ResolutionPolicy strictest(ResolutionPolicy other) {
        return new ResolutionPolicy(
                togetherFrom.compareTo(other.togetherFrom) < 0 ? other.togetherFrom : togetherFrom,
                Stream.of(this, other)
                        .flatMap(policy -> policy.aloneMaxMinor.keySet().stream())
                        .distinct()
                        .collect(
                                Collectors.toMap(
                                        currency -> currency,
                                        currency ->
                                                Math.min(
                                                        aloneMax(currency),
                                                        other.aloneMax(currency)))));
    }

    private long aloneMax(String currency) {
        return aloneMaxMinor.getOrDefault(currency, ALONE_MAX_MINOR);
    }
}
