package dev.countersign.facade.rest.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import java.util.List;

/** The places and ways in which a card may be used; an empty list is not set. */
public record AuthorizationControlsJson(
        @JsonProperty("allowed_mccs") List<String> allowedMccs,
        @JsonProperty("blocked_mccs") List<String> blockedMccs,
        @JsonProperty("allowed_countries") List<String> allowedCountries,
        @JsonProperty("blocked_countries") List<String> blockedCountries,
        @JsonProperty("allow_online") boolean allowOnline,
        @JsonProperty("allow_contactless") boolean allowContactless,
        @JsonProperty("allow_cash_withdrawal") boolean allowCashWithdrawal) {

    public static AuthorizationControlsJson of(AuthorizationControls controls) {
        return new AuthorizationControlsJson(
                controls.allowedMccs(),
                controls.blockedMccs(),
                controls.allowedCountries(),
                controls.blockedCountries(),
                controls.allowOnline(),
                controls.allowContactless(),
                controls.allowCashWithdrawal());
    }
}
