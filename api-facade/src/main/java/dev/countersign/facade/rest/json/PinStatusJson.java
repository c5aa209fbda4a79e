package dev.countersign.facade.rest.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.pin.PinState;
import dev.countersign.reconcile.domain.pin.PinStatus;
import org.jspecify.annotations.Nullable;

/**
 * The state of a card's PIN, never the PIN.
 *
 * @param remainingAttempts null, and absent, for a virtual card, which can have no PIN
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PinStatusJson(
        String object,
        @JsonProperty("card_id") String cardId,
        String status,
        @JsonProperty("remaining_attempts") @Nullable Integer remainingAttempts) {

    /** The state of a virtual card, which can have no PIN. */
    public static PinStatusJson ofVirtual(CardId card) {
        return new PinStatusJson("pin_status", card.toString(), PinStatus.NOT_SET.wire(), null);
    }

    public static PinStatusJson of(CardId card, PinState pin) {
        return new PinStatusJson(
                "pin_status", card.toString(), pin.status().wire(), pin.triesLeft());
    }
}
