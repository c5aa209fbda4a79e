package dev.countersign.facade.approval;

import dev.countersign.facade.local.ProcessSettings;
import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.operator.ApprovalPolicy;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.operations.ApprovalPolicies;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Rules of what takes two operators, and of who is a second one.
 *
 * @param independence how long an operator who was created, promoted, enabled, or given a password
 *     or a reset factor neither asks for what takes two operators nor agrees to it, up to 365 days
 * @param resolveTogetherFrom severity from which a break is closed by two operators
 * @param resolveAloneMax amount in minor units above which a break is closed by two operators, by
 *     currency; 100,000 where it is not set
 */
@ConfigurationProperties(prefix = ApprovalProperties.PREFIX, ignoreUnknownFields = false)
public record ApprovalProperties(
        @DefaultValue("24h") Duration independence,
        @DefaultValue("high") Severity resolveTogetherFrom,
        @DefaultValue Map<String, Long> resolveAloneMax) {

    static final String PREFIX = "countersign.approvals";

    private static final Duration INDEPENDENCE_MAX = Duration.ofDays(365);

    public ApprovalProperties {
        Assert.isTrue(
                !independence.isNegative() && independence.compareTo(INDEPENDENCE_MAX) <= 0,
                PREFIX + ".independence is 0 to 365 days");
        resolveAloneMax =
                resolveAloneMax.entrySet().stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        max -> max.getKey().toUpperCase(Locale.ROOT),
                                        Map.Entry::getValue));
        resolveAloneMax.forEach(
                (currency, max) -> {
                    Assert.isTrue(
                            Currencies.find(currency).isPresent() && max >= 0,
                            "%s.resolve-alone-max.%s is not an amount of a currency"
                                    .formatted(PREFIX, currency));
                });
    }

    /**
     * Returns the rules that a command follows: the stricter of those that the product at work
     * follows and of its own settings, which the issuer chooses.
     */
    public static ApprovalPolicy ofCommand(Database database) {
        ApprovalPolicy own =
                ProcessSettings.read(PREFIX, ApprovalProperties.class)
                        .policy(
                                ProcessSettings.readSet(
                                        "countersign.console.second-factor-roles",
                                        OperatorRole.class));
        return new ApprovalPolicies(database, SystemTime.clock()).strictest(own);
    }

    /**
     * Returns the rules.
     *
     * @param secondFactorRoles roles that nobody has the use of without a second factor
     */
    public ApprovalPolicy policy(Set<OperatorRole> secondFactorRoles) {
        return new ApprovalPolicy(
                independence,
                new ResolutionPolicy(resolveTogetherFrom, resolveAloneMax),
                secondFactorRoles);
    }
}
