package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.clearing.Ceilings;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.program.SettlementCurrency;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * The settings of an issuer about clearing, as a night keeps them. A night settles all its records
 * by the rules that it was frozen with, however often it restarts, and whatever is set meanwhile.
 *
 * @param pumpMinor by currency
 * @param settlesIn in which currencies programs may be settled beside those of their cards, by the
 *     program's UUID; null for a night before there were any
 */
public record ClearingRules(
        Map<Network, Integer> tipPercent,
        Map<Network, Integer> travelPercent,
        Map<String, Long> pumpMinor,
        int fxDriftPercent,
        int graceDays,
        @Nullable Map<UUID, List<String>> settlesIn) {

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();

    /** Those of a policy, with the settings of programs. */
    public static ClearingRules of(
            ClearingPolicy policy, Map<ProgramId, List<SettlementCurrency>> settlesIn) {
        Ceilings ceilings = policy.ceilings();
        return new ClearingRules(
                ceilings.tipPercent(),
                ceilings.travelPercent(),
                ceilings.pumpMinor(),
                policy.fxDriftPercent(),
                policy.graceDays(),
                settlesIn.entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        program -> program.getKey().value(),
                                        program -> texts(program.getValue()))));
    }

    private static List<String> texts(List<SettlementCurrency> currencies) {
        return currencies.stream().map(SettlementCurrency::toString).toList();
    }

    /** In which currencies programs may be settled beside those of their cards. */
    Map<UUID, List<SettlementCurrency>> settlementCurrencies() {
        Map<UUID, List<String>> kept = settlesIn == null ? Map.of() : settlesIn;
        return kept.entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                Map.Entry::getKey,
                                program ->
                                        program.getValue().stream()
                                                .map(
                                                        text ->
                                                                SettlementCurrency.parse(text)
                                                                        .orElseThrow())
                                                .toList()));
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
