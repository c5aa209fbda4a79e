package dev.countersign.reconcile.domain.authorization;

import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.ChallengePreference;
import dev.countersign.reconcile.domain.card.ScaExemption;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import dev.countersign.reconcile.domain.feed.evidence.TransStatus;
import dev.countersign.reconcile.domain.feed.evidence.VerificationEvidence;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The check whether a payment carries the strong customer authentication that Regulation (EU)
 * 2018/389 asks for, or an exemption from it: online one that the card's settings let the issuer
 * apply, contactless that of article 11.
 */
final class ScaPolicy {

    private static final long LOW_VALUE_MAX = 30;
    private static final int LOW_VALUE_USES = 5;
    private static final long LOW_VALUE_SUM_MAX = 100;
    private static final long RISK_ANALYSIS_MAX = 100;
    private static final long TAP_MAX = 50;
    private static final int TAPS = 5;
    private static final long TAPS_SUM_MAX = 150;

    /** Fares, tolls and parking (article 12): nobody is there to ask for a PIN. */
    private static final Set<String> UNATTENDED_MCCS =
            Set.of("4111", "4112", "4131", "4784", "7523");

    private ScaPolicy() {}

    /** The value of the evidence. */
    enum ScaOutcome {
        /** Strong authentication took place. */
        AUTHENTICATED,
        /** Good enough, without an exemption of the issuer's. */
        ACCEPTED,
        /** The low-value exemption was used; it is counted. */
        LOW_VALUE_USED,
        REQUIRED,
        NOT_POSSIBLE,
        REFUSED
    }

    static ScaOutcome assess(
            ThreeDsSettings settings,
            VerificationEvidence evidence,
            Money amount,
            CardSecurity security) {
        if (evidence.transStatus() == TransStatus.N || evidence.transStatus() == TransStatus.R) {
            return ScaOutcome.REFUSED;
        }
        if (authenticated(evidence)) {
            return ScaOutcome.AUTHENTICATED;
        }
        if (!settings.enabled()) {
            return ScaOutcome.NOT_POSSIBLE;
        }
        if (settings.challengePreference() == ChallengePreference.CHALLENGE_REQUESTED) {
            return ScaOutcome.REQUIRED;
        }
        if (attempted(evidence)) {
            return ScaOutcome.ACCEPTED;
        }
        return switch (evidence.exemption()) {
            case NONE -> issuersOwn(settings, amount, security);
            case LOW_VALUE -> lowValue(settings, amount, security);
            case TRANSACTION_RISK_ANALYSIS -> riskAnalysis(settings, amount);
            case TRUSTED_BENEFICIARY ->
                    settings.exemptions().contains(ScaExemption.TRUSTED_BENEFICIARY)
                            ? ScaOutcome.ACCEPTED
                            : ScaOutcome.REQUIRED;
        };
    }

    /** Tells whether contactless payments in this category of merchant are counted and bounded. */
    static boolean countsTaps(@Nullable String mcc) {
        return mcc == null || !UNATTENDED_MCCS.contains(mcc);
    }

    /** Tells whether a card may be tapped for an amount once more without its PIN. */
    static boolean mayTap(Money amount, CardSecurity security) {
        long unit = Currencies.majorUnit(amount.currency());
        return amount.minor() <= TAP_MAX * unit
                && security.tapCount() < TAPS
                && security.tapMinor() <= TAPS_SUM_MAX * unit - amount.minor();
    }

    private static boolean authenticated(VerificationEvidence evidence) {
        return evidence.transStatus() == TransStatus.Y
                || (evidence.transStatus() == null
                        && ("05".equals(evidence.eci()) || "02".equals(evidence.eci())));
    }

    private static boolean attempted(VerificationEvidence evidence) {
        return evidence.transStatus() == TransStatus.A
                || (evidence.transStatus() == null
                        && ("06".equals(evidence.eci()) || "01".equals(evidence.eci())));
    }

    private static ScaOutcome issuersOwn(
            ThreeDsSettings settings, Money amount, CardSecurity security) {
        ScaOutcome lowValue = lowValue(settings, amount, security);
        return lowValue == ScaOutcome.REQUIRED ? riskAnalysis(settings, amount) : lowValue;
    }

    private static ScaOutcome lowValue(
            ThreeDsSettings settings, Money amount, CardSecurity security) {
        long unit = Currencies.majorUnit(amount.currency());
        boolean within =
                settings.exemptions().contains(ScaExemption.LOW_VALUE)
                        && amount.minor() <= LOW_VALUE_MAX * unit
                        && security.exemptCount() < LOW_VALUE_USES
                        && security.exemptMinor() <= LOW_VALUE_SUM_MAX * unit - amount.minor();
        return within ? ScaOutcome.LOW_VALUE_USED : ScaOutcome.REQUIRED;
    }

    private static ScaOutcome riskAnalysis(ThreeDsSettings settings, Money amount) {
        boolean within =
                settings.exemptions().contains(ScaExemption.TRANSACTION_RISK_ANALYSIS)
                        && amount.minor()
                                <= RISK_ANALYSIS_MAX * Currencies.majorUnit(amount.currency());
        return within ? ScaOutcome.ACCEPTED : ScaOutcome.REQUIRED;
    }
}
