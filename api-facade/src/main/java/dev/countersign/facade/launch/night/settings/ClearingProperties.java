package dev.countersign.facade.launch.night.settings;

import dev.countersign.facade.local.ProcessSettings;
import dev.countersign.reconcile.domain.clearing.Ceilings;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.money.Currencies;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Limits on how much may clear against an authorization and how long that may take, as the issuer's
 * networks have it. A limit that is not set has its usual value.
 *
 * @param tipPercent percent by which more than authorized may clear where tips are usual, by
 *     network; where it is not set, 20
 * @param travelPercent percent by which more than authorized may clear for lodging, cruises and
 *     rentals, by network; where it is not set, 15
 * @param pumpCeiling most that a fuel pump may clear, by currency, in minor units; where it is not
 *     set, 17500 in USD and about as much in others
 * @param fxDriftPercent percent, 0 to 100, by which the billed amount may move while the merchant
 *     gets what was authorized, before it is a break
 * @param graceDays days, 0 to 30, for which a hold still waits for its clearing after its last day;
 *     the next night releases it. The truth file of simulate assumes 2
 * @param interchangeToleranceMinor minor units, 0 or more, by which the interchange of a record may
 *     be off the imported rates before it is a break
 */
@ConfigurationProperties(prefix = "countersign.clearing", ignoreUnknownFields = false)
public record ClearingProperties(
        @DefaultValue Map<Network, Integer> tipPercent,
        @DefaultValue Map<Network, Integer> travelPercent,
        @DefaultValue Map<String, Long> pumpCeiling,
        @DefaultValue("3") int fxDriftPercent,
        @DefaultValue("2") int graceDays,
        @DefaultValue("0") long interchangeToleranceMinor) {

    private static final int PERCENT_MAX = 100;
    private static final int GRACE_DAYS_MAX = 30;

    public ClearingProperties {
        tipPercent = Map.copyOf(tipPercent);
        travelPercent = Map.copyOf(travelPercent);
        pumpCeiling = byCode(pumpCeiling);
        Assert.isTrue(
                Stream.of(tipPercent, travelPercent)
                        .flatMap(percents -> percents.values().stream())
                        .noneMatch(percent -> percent < 0 || percent > PERCENT_MAX),
                "countersign.clearing: what clears above an authorization is 0 to 100 percent"
                        + " of it");
        Assert.isTrue(
                pumpCeiling.values().stream().noneMatch(minor -> minor < 0),
                "countersign.clearing.pump-ceiling is not negative");
        Assert.isTrue(
                fxDriftPercent >= 0 && fxDriftPercent <= PERCENT_MAX,
                "countersign.clearing.fx-drift-percent is 0 to " + PERCENT_MAX);
        Assert.isTrue(
                graceDays >= 0 && graceDays <= GRACE_DAYS_MAX,
                "countersign.clearing.grace-days is 0 to " + GRACE_DAYS_MAX);
        Assert.isTrue(
                interchangeToleranceMinor >= 0,
                "countersign.clearing.interchange-tolerance-minor is not negative");
    }

    /** Maps the ceilings by currency code. Names from the environment come in lower case. */
    private static Map<String, Long> byCode(Map<String, Long> pumps) {
        return pumps.entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                pump -> code(pump.getKey()), Map.Entry::getValue));
    }

    private static String code(String name) {
        return Currencies.find(name.toUpperCase(Locale.ROOT))
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "countersign.clearing.pump-ceiling: "
                                                + name
                                                + " is not a currency with minor units"))
                .getCurrencyCode();
    }

    /** As they are set for a command. */
    public static ClearingProperties ofThisProcess() {
        return ProcessSettings.read("countersign.clearing", ClearingProperties.class);
    }

    /** The rules with these. */
    public ClearingPolicy policy() {
        return ClearingPolicy.DEFAULT
                .with(Ceilings.DEFAULT.with(tipPercent, travelPercent, pumpCeiling))
                .withFxDriftPercent(fxDriftPercent)
                .withGraceDays(graceDays)
                .withInterchangeToleranceMinor(interchangeToleranceMinor);
    }
}
