package dev.countersign.reconcile.domain.card;

/** All that an issuer sets on a card for its authorizations, one version of it. */
public record CardRules(
        int version,
        SpendingLimits limits,
        AuthorizationControls controls,
        ThreeDsSettings threeDs) {

    /** The rules of a new card. */
    public static CardRules initial(SpendingLimits limits) {
        return new CardRules(1, limits, AuthorizationControls.DEFAULT, ThreeDsSettings.DEFAULT);
    }
}
