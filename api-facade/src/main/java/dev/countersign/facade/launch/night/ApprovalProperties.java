package dev.countersign.facade.launch.night;

import dev.countersign.facade.local.ProcessSettings;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.settlement.ResolutionPolicy;
import dev.countersign.reconcile.domain.settlement.Severity;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What takes two persons, and who is one.
 *
 * @param independence how long whoever was created, promoted or given a password by another is no
 *     second person for them
 * @param resolveTogetherFrom breaks of this severity and of higher ones are resolved by two persons
 * @param resolveAloneMax by currency: breaks above this amount, in minor units, are resolved by two
 *     persons; for a currency that is not named, above a thousand whole units
 */
@ConfigurationProperties(prefix = ApprovalProperties.PREFIX, ignoreUnknownFields = false)
public record ApprovalProperties(
        @DefaultValue("24h") Duration independence,
        @DefaultValue("high") Severity resolveTogetherFrom,
        @DefaultValue Map<String, Long> resolveAloneMax) {

    static final String PREFIX = "countersign.approvals";

    private static final Duration INDEPENDENCE_MAX = Duration.ofDays(365);

    public ApprovalProperties {
        if (independence.isNegative() || independence.compareTo(INDEPENDENCE_MAX) > 0) {
            throw new IllegalArgumentException(PREFIX + ".independence is 0 to 365 days");
        }
        resolveAloneMax =
                resolveAloneMax.entrySet().stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        max -> max.getKey().toUpperCase(Locale.ROOT),
                                        Map.Entry::getValue));
        resolveAloneMax.forEach(
                (currency, max) -> {
                    if (Currencies.find(currency).isEmpty() || max < 0) {
                        throw new IllegalArgumentException(
                                PREFIX
                                        + ".resolve-alone-max."
                                        + currency
                                        + " is not an amount of a currency");
                    }
                });
    }

    /** As they are set for a command. */
    static ApprovalProperties ofThisProcess() {
        return ProcessSettings.read(PREFIX, ApprovalProperties.class);
    }

    /** Which breaks one person resolves alone. */
    public ResolutionPolicy resolution() {
        return new ResolutionPolicy(resolveTogetherFrom, resolveAloneMax);
    }
}
