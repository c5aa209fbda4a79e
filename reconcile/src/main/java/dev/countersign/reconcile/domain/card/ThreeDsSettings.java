package dev.countersign.reconcile.domain.card;

import java.util.List;

/** A card's 3-D Secure settings; the exemptions are those that the issuer may apply. */
public record ThreeDsSettings(
        boolean enabled, ChallengePreference challengePreference, List<ScaExemption> exemptions) {

    public static final ThreeDsSettings DEFAULT =
            new ThreeDsSettings(true, ChallengePreference.NO_PREFERENCE, List.of());

    public ThreeDsSettings {
        exemptions = List.copyOf(exemptions);
    }
}
