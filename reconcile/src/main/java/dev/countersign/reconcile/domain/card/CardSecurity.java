package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.pin.PinState;

/**
 * The counts that the stream itself keeps on a card.
 *
 * @param exemptCount low-value exemptions since the last strong authentication
 * @param exemptMinor what they came to, in minor units of the card's currency
 * @param tapCount contactless payments since the last PIN, where strong authentication is due
 * @param tapMinor what they came to
 */
public record CardSecurity(
        PinState pin, int exemptCount, long exemptMinor, int tapCount, long tapMinor) {

    public static final CardSecurity NEW = new CardSecurity(PinState.NOT_SET, 0, 0, 0, 0);

    public CardSecurity withPin(PinState changed) {
        return changed.equals(pin)
                ? this
                : new CardSecurity(changed, exemptCount, exemptMinor, tapCount, tapMinor);
    }

    /** After a strong authentication the exemptions start again. */
    public CardSecurity afterAuthentication() {
        return exemptCount == 0 && exemptMinor == 0
                ? this
                : new CardSecurity(pin, 0, 0, tapCount, tapMinor);
    }

    /** After one more low-value exemption. */
    public CardSecurity afterExemption(long minor) {
        return new CardSecurity(
                pin, exemptCount + 1, Math.addExact(exemptMinor, minor), tapCount, tapMinor);
    }

    /** After one more contactless payment without a PIN. */
    public CardSecurity afterTap(long minor) {
        return new CardSecurity(
                pin, exemptCount, exemptMinor, tapCount + 1, Math.addExact(tapMinor, minor));
    }

    /** After a PIN that was right contactless payments are counted anew. */
    public CardSecurity afterPinOnCard() {
        return tapCount == 0 && tapMinor == 0
                ? this
                : new CardSecurity(pin, exemptCount, exemptMinor, 0, 0);
    }
}
