package dev.countersign.jobs.rate;

import dev.countersign.reconcile.domain.feed.Network;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A rate of a file: what is paid for a record is its amount times the rate, and the fixed amount.
 *
 * @param line of the file
 * @param institution of the settlement; null for all
 * @param region countries of merchants; null for all
 * @param product the program of the card; null for all
 * @param mccFrom the first merchant category
 * @param mccTo the last one
 * @param currency of the settlement
 * @param validFrom the first settlement date
 * @param validTo the last one
 * @param basisPoints hundredths of a percent
 */
public record InterchangeRate(
        int line,
        RateKind kind,
        Network network,
        @Nullable String institution,
        @Nullable List<String> region,
        @Nullable UUID product,
        String mccFrom,
        String mccTo,
        String currency,
        LocalDate validFrom,
        LocalDate validTo,
        BigDecimal basisPoints,
        long fixedMinor) {

    /** True when there can be a record that both are for. */
    boolean overlaps(InterchangeRate other) {
        return kind == other.kind
                && network == other.network
                && currency.equals(other.currency)
                && matches(institution, other.institution)
                && matches(product, other.product)
                && (region == null
                        || other.region == null
                        || !Collections.disjoint(region, other.region))
                && mccFrom.compareTo(other.mccTo) <= 0
                && other.mccFrom.compareTo(mccTo) <= 0
                && !validFrom.isAfter(other.validTo)
                && !other.validFrom.isAfter(validTo);
    }

    private static boolean matches(@Nullable Object one, @Nullable Object other) {
        return one == null || other == null || Objects.equals(one, other);
    }
}
