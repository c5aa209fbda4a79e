package dev.countersign.reconcile.domain.authorization;

import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.ChallengePreference;
import dev.countersign.reconcile.domain.card.ScaExemption;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import dev.countersign.reconcile.domain.feed.evidence.TransStatus;
import dev.countersign.reconcile.domain.feed.evidence.VerificationEvidence;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;

/**
 * The check whether an online purchase carries the strong customer authentication that Regulation
 * (EU) 2018/389 asks for, or an exemption from it that the card's settings let the issuer apply.
 */
final class ScaPolicy {

    private static final long LOW_VALUE_MAX = 30;
    private static final int LOW_VALUE_USES = 5;
    private static final long LOW_VALUE_SUM_MAX = 100;
    private static final long RISK_ANALYSIS_MAX = 100;

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
