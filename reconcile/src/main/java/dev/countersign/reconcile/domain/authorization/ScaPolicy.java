package dev.countersign.reconcile.domain.authorization;

import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.ChallengePreference;
import dev.countersign.reconcile.domain.card.ScaExemption;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import dev.countersign.reconcile.domain.feed.Evidence;
import dev.countersign.reconcile.domain.feed.TransStatus;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;

/**
 * Whether an online purchase carries the strong customer authentication that Regulation (EU)
 * 2018/389 asks for, or an exemption from it that the card's settings let the issuer apply.
 */
final class ScaPolicy {

    private static final long LOW_VALUE_MAX = 30;
    private static final int LOW_VALUE_USES = 5;
    private static final long LOW_VALUE_SUM_MAX = 100;
    private static final long RISK_ANALYSIS_MAX = 100;

    private ScaPolicy() {}

    /** What the evidence is worth. */
    enum Verdict {
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

    static Verdict assess(
            ThreeDsSettings settings, Evidence evidence, Money amount, CardSecurity security) {
        if (evidence.transStatus() == TransStatus.N || evidence.transStatus() == TransStatus.R) {
            return Verdict.REFUSED;
        }
        if (authenticated(evidence)) {
            return Verdict.AUTHENTICATED;
        }
        if (!settings.enabled()) {
            return Verdict.NOT_POSSIBLE;
        }
        if (settings.challengePreference() == ChallengePreference.CHALLENGE_REQUESTED) {
            return Verdict.REQUIRED;
        }
        if (attempted(evidence)) {
            return Verdict.ACCEPTED;
        }
        return switch (evidence.exemption()) {
            case NONE -> issuersOwn(settings, amount, security);
            case LOW_VALUE -> lowValue(settings, amount, security);
            case TRANSACTION_RISK_ANALYSIS -> riskAnalysis(settings, amount);
            case TRUSTED_BENEFICIARY ->
                    settings.exemptions().contains(ScaExemption.TRUSTED_BENEFICIARY)
                            ? Verdict.ACCEPTED
                            : Verdict.REQUIRED;
        };
    }

    private static boolean authenticated(Evidence evidence) {
        return evidence.transStatus() == TransStatus.Y
                || (evidence.transStatus() == null
                        && ("05".equals(evidence.eci()) || "02".equals(evidence.eci())));
    }

    private static boolean attempted(Evidence evidence) {
        return evidence.transStatus() == TransStatus.A
                || (evidence.transStatus() == null
                        && ("06".equals(evidence.eci()) || "01".equals(evidence.eci())));
    }

    private static Verdict issuersOwn(
            ThreeDsSettings settings, Money amount, CardSecurity security) {
        Verdict lowValue = lowValue(settings, amount, security);
        return lowValue == Verdict.REQUIRED ? riskAnalysis(settings, amount) : lowValue;
    }

    private static Verdict lowValue(ThreeDsSettings settings, Money amount, CardSecurity security) {
        long unit = Currencies.majorUnit(amount.currency());
        boolean within =
                settings.exemptions().contains(ScaExemption.LOW_VALUE)
                        && amount.minor() <= LOW_VALUE_MAX * unit
                        && security.exemptCount() < LOW_VALUE_USES
                        && security.exemptMinor() <= LOW_VALUE_SUM_MAX * unit - amount.minor();
        return within ? Verdict.LOW_VALUE_USED : Verdict.REQUIRED;
    }

    private static Verdict riskAnalysis(ThreeDsSettings settings, Money amount) {
        boolean within =
                settings.exemptions().contains(ScaExemption.TRANSACTION_RISK_ANALYSIS)
                        && amount.minor()
                                <= RISK_ANALYSIS_MAX * Currencies.majorUnit(amount.currency());
        return within ? Verdict.ACCEPTED : Verdict.REQUIRED;
    }
}
