package dev.countersign.reconcile.domain.card;

import java.util.List;

/**
 * Where and how a card may be used. An empty list is not set; of merchant codes and of countries at
 * most one of the two lists is set.
 */
public record AuthorizationControls(
        List<String> allowedMccs,
        List<String> blockedMccs,
        List<String> allowedCountries,
        List<String> blockedCountries,
        boolean allowOnline,
        boolean allowContactless,
        boolean allowCashWithdrawal) {

    /** What a new card has: everything but cash. */
    public static final AuthorizationControls DEFAULT =
            new AuthorizationControls(
                    List.of(), List.of(), List.of(), List.of(), true, true, false);

    public AuthorizationControls {
        allowedMccs = List.copyOf(allowedMccs);
        blockedMccs = List.copyOf(blockedMccs);
        allowedCountries = List.copyOf(allowedCountries);
        blockedCountries = List.copyOf(blockedCountries);
        if (!allowedMccs.isEmpty() && !blockedMccs.isEmpty()) {
            throw new IllegalArgumentException(
                    "allowed and blocked merchant codes cannot both be set");
        }
        if (!allowedCountries.isEmpty() && !blockedCountries.isEmpty()) {
            throw new IllegalArgumentException("allowed and blocked countries cannot both be set");
        }
    }
}
