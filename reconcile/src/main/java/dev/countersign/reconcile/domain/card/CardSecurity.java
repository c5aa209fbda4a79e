package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.pin.PinState;

/**
 * The counts that the stream itself keeps on a card.
 *
 * @param exemptCount low-value exemptions since the last strong authentication
 * @param exemptMinor what they came to, in minor units of the card's currency
 */
public record CardSecurity(PinState pin, int exemptCount, long exemptMinor) {

    public static final CardSecurity NEW = new CardSecurity(PinState.NOT_SET, 0, 0);

    public CardSecurity withPin(PinState changed) {
        return changed.equals(pin) ? this : new CardSecurity(changed, exemptCount, exemptMinor);
    }

    /** After a strong authentication the exemptions start again. */
    public CardSecurity afterAuthentication() {
        return exemptCount == 0 && exemptMinor == 0 ? this : new CardSecurity(pin, 0, 0);
    }

    /** After one more low-value exemption. */
    public CardSecurity afterExemption(long minor) {
        return new CardSecurity(pin, exemptCount + 1, Math.addExact(exemptMinor, minor));
    }
}
