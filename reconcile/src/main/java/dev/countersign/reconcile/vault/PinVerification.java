package dev.countersign.reconcile.vault;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.vault.key.KeyName;
import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.KeyUse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Checks PINs without keeping them: HMAC-SHA256 over card, card number and PIN, all 32 bytes of it
 * (ISO 9564-5). Under an unkeyed hash, however slow, ten thousand guesses would find a PIN.
 */
public final class PinVerification {

    private final KeyProvider keys;

    public PinVerification(KeyProvider keys) {
        this.keys = keys;
    }

    /** Returns the reference to keep for a PIN. */
    public PinReference reference(CardId card, Pan pan, Pin pin) {
        KeyName key = keys.newest(KeyUse.PIN_VERIFICATION);
        return new PinReference(key, value(key, card, pan, pin));
    }

    /** Tells whether this is the PIN. It takes as long to say no as to say yes. */
    public boolean matches(PinReference reference, CardId card, Pan pan, Pin pin) {
        return MessageDigest.isEqual(value(reference.madeBy(), card, pan, pin), reference.bytes());
    }

    private byte[] value(KeyName key, CardId card, Pan pan, Pin pin) {
        byte[] message = message(card.toString(), pan, pin);
        try {
            return keys.mac(key, message);
        } finally {
            Arrays.fill(message, (byte) 0);
        }
    }

    static byte[] message(String card, Pan pan, Pin pin) {
        byte[] before = ("PINVV1|" + card + "|").getBytes(StandardCharsets.US_ASCII);
        byte[] number = pan.bytes();
        byte[] digits = pin.digits();
        byte[] message =
                ByteBuffer.allocate(before.length + number.length + 1 + digits.length)
                        .put(before)
                        .put(number)
                        .put((byte) '|')
                        .put(digits)
                        .array();
        Arrays.fill(number, (byte) 0);
        return message;
    }
}
