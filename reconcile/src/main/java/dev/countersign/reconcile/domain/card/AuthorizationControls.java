package dev.countersign.reconcile.domain.card;

import java.util.List;

/**
 * The places and ways in which a card may be used. An empty list is not set. Of the two lists of
 * merchant codes at most one is set, and so of the two lists of countries.
 */
public record AuthorizationControls(
        List<String> allowedMccs,
        List<String> blockedMccs,
        List<String> allowedCountries,
        List<String> blockedCountries,
        boolean allowOnline,
        boolean allowContactless,
        boolean allowCashWithdrawal) {

    /** The controls of a new card: everything is allowed but cash. */
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
