package dev.countersign.facade.rest.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.reconcile.domain.card.ScaExemption;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import java.util.List;

/** The settings of a card for 3-D Secure. */
public record ThreeDsJson(
        boolean enabled,
        @JsonProperty("challenge_preference") String challengePreference,
        List<String> exemptions) {

    public static ThreeDsJson of(ThreeDsSettings settings) {
        return new ThreeDsJson(
                settings.enabled(),
                settings.challengePreference().wire(),
                settings.exemptions().stream().map(ScaExemption::wire).toList());
    }
}
