package dev.countersign.facade.launch.night.settings;

import dev.countersign.facade.local.ProcessSettings;
import dev.countersign.jobs.NightSettings;
import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.Mode;
import dev.countersign.reconcile.domain.dispute.DisputeMoney;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import dev.countersign.reconcile.domain.dispute.DisputeReason;
import dev.countersign.reconcile.domain.dispute.FilingWindows;
import dev.countersign.reconcile.domain.feed.Network;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * The decisions of the issuer about the disputes that nights open, and about their money.
 *
 * @param modes action of the night on what can be disputed, by reason: open, propose (an operator
 *     answers at the console) or off; where it is not set, open for duplicate and incorrect_amount,
 *     propose for other
 * @param floor amount in minor units below which nothing is disputed
 * @param waitDays business days that a merchant has to mend a break before it is disputed, by type
 *     of break; where it is not set, 3, and 1 for cleared_after_decline
 * @param filingDays days after its clearing for which a transaction can be disputed, by network and
 *     reason, 1 to 540; where it is not set, Visa 120 (75 for other) and Mastercard 90 (120 for
 *     what only the cardholder knows). The night stops ten days before
 * @param credit reasons for which the cardholder is credited while a dispute is decided
 * @param lossChargedTo party that is charged with the credit when a dispute is lost
 */
@ConfigurationProperties(prefix = "countersign.disputes", ignoreUnknownFields = false)
public record DisputeProperties(
        @DefaultValue Map<DisputeReason, Switch> modes,
        @DefaultValue("500") long floor,
        @DefaultValue Map<BreakType, Integer> waitDays,
        @DefaultValue Map<Network, Map<DisputeReason, Integer>> filingDays,
        @DefaultValue("fraud") Set<DisputeReason> credit,
        @DefaultValue("cardholder") DisputeMoney.ChargedParty lossChargedTo) {

    private static final Set<DisputeReason> BY_RECORDS =
            Set.of(DisputeReason.DUPLICATE, DisputeReason.INCORRECT_AMOUNT, DisputeReason.OTHER);

    private static final int FILING_DAYS_MAX = 540;

    /** The action of the night for a dispute reason. */
    public enum Switch implements Wire {
        OPEN,
        PROPOSE,
        OFF
    }

    public DisputeProperties {
        modes = Map.copyOf(modes);
        waitDays = Map.copyOf(waitDays);
        filingDays = Map.copyOf(filingDays);
        credit = Set.copyOf(credit);
        Assert.isTrue(
                BY_RECORDS.containsAll(modes.keySet()),
                "countersign.disputes.modes: only duplicate, incorrect_amount and other can be"
                        + " seen in the records");
        Assert.isTrue(
                filingDays.values().stream()
                        .flatMap(reasons -> reasons.values().stream())
                        .noneMatch(days -> days < 1 || days > FILING_DAYS_MAX),
                "countersign.disputes.filing-days are 1 to " + FILING_DAYS_MAX);
        Assert.isTrue(
                floor >= 0 && waitDays.values().stream().noneMatch(days -> days < 0),
                "countersign.disputes: a floor and days of waiting are not negative");
    }

    /** As they are set for a command. */
    public static DisputeProperties ofThisProcess() {
        return ProcessSettings.read("countersign.disputes", DisputeProperties.class);
    }

    /** Returns the time that networks allow for disputes, with these days. */
    public FilingWindows filing() {
        return new FilingWindows(filingDays);
    }

    /** The settings with these rules. */
    public NightSettings in(NightSettings settings) {
        DisputePolicy policy =
                DisputePolicy.DEFAULT.withFloor(floor).withWaitDays(waitDays).withFiling(filing());
        for (Map.Entry<DisputeReason, Switch> mode : modes.entrySet()) {
            policy =
                    policy.with(
                            mode.getKey(),
                            switch (mode.getValue()) {
                                case OPEN -> Mode.OPEN;
                                case PROPOSE -> Mode.PROPOSE;
                                case OFF -> null;
                            });
        }
        return settings.with(policy, new DisputeMoney(credit, lossChargedTo));
    }
}
