package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.clearing.Ceilings;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.feed.Network;
import java.util.Map;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * The settings of an issuer about clearing, as a night keeps them. A night settles all its records
 * by the rules that it was frozen with, however often it restarts, and whatever is set meanwhile.
 *
 * @param pumpMinor by currency
 */
public record ClearingRules(
        Map<Network, Integer> tipPercent,
        Map<Network, Integer> travelPercent,
        Map<String, Long> pumpMinor,
        int fxDriftPercent,
        int graceDays) {

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();

    /** Those of a policy. */
    public static ClearingRules of(ClearingPolicy policy) {
        Ceilings ceilings = policy.ceilings();
        return new ClearingRules(
                ceilings.tipPercent(),
                ceilings.travelPercent(),
                ceilings.pumpMinor(),
                policy.fxDriftPercent(),
                policy.graceDays());
    }

    static ClearingRules read(String json) {
        return JSON.readValue(json, ClearingRules.class);
    }

    /** As {@code night.clearing_rules} has them. */
    public String json() {
        return JSON.writeValueAsString(this);
    }

    ClearingPolicy in(ClearingPolicy policy) {
        return policy.with(policy.ceilings().with(tipPercent, travelPercent, pumpMinor))
                .withFxDriftPercent(fxDriftPercent)
                .withGraceDays(graceDays);
    }
}
