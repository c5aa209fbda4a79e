package dev.countersign.facade.rest.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.pin.PinState;

/** The state of a card's PIN, never the PIN. */
public record PinStatusJson(
        String object,
        @JsonProperty("card_id") String cardId,
        String status,
        @JsonProperty("remaining_attempts") int remainingAttempts) {

    public static PinStatusJson of(CardId card, PinState pin) {
        return new PinStatusJson(
                "pin_status", card.toString(), pin.status().wire(), pin.triesLeft());
    }
}
