package dev.countersign.reconcile.domain.card;

/** All that an issuer sets on a card for its authorizations, one version of it. */
public record CardRules(
        int version,
        SpendingLimits limits,
        AuthorizationControls controls,
        ThreeDsSettings threeDs) {

    public static CardRules initial(SpendingLimits limits) {
        return new CardRules(1, limits, AuthorizationControls.DEFAULT, ThreeDsSettings.DEFAULT);
    }

    /** The next version, with other limits. */
    public CardRules withLimits(SpendingLimits next) {
        return new CardRules(version + 1, next, controls, threeDs);
    }

    /** The next version, with other controls. */
    public CardRules withControls(AuthorizationControls next) {
        return new CardRules(version + 1, limits, next, threeDs);
    }

    /** The next version, with other 3-D Secure settings. */
    public CardRules withThreeDs(ThreeDsSettings next) {
        return new CardRules(version + 1, limits, controls, next);
    }
}
