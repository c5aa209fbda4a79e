package dev.countersign.reconcile.vault;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;

/**
 * PIN blocks of ISO 9564-1 format 4: the PIN field is encrypted, joined with the card number and
 * encrypted again. A block of another card or under another key does not decode but for one in
 * sixteen million, so a match still needs {@link PinVerification}.
 */
public final class PinBlocks {

    private static final int CONTROL = 4;
    private static final int FILL = 0xA;
    private static final int PIN_NIBBLES = 14;
    private static final int RANDOM_BYTES = 8;
    private static final int PAN_SHORTEST = 12;

    private final SecureRandom random;

    public PinBlocks(SecureRandom random) {
        this.random = random;
    }

    /** The block that a device would make of a PIN; no two are the same. */
    public EncryptedPinBlock encode(Pin pin, Pan pan, PinKey key) {
        byte[] fill = new byte[RANDOM_BYTES];
        random.nextBytes(fill);
        return encode(pin, pan.digits(), key, fill);
    }

    /** As it is published: with digits that need no check digit, and a known random part. */
    static EncryptedPinBlock encode(Pin pin, String panDigits, PinKey key, byte[] fill) {
        byte[] pinField = pinField(pin, fill);
        byte[] first = key.encrypt(pinField);
        Arrays.fill(pinField, (byte) 0);
        return new EncryptedPinBlock(key.encrypt(xor(first, panField(panDigits))));
    }

    /**
     * The PIN of a block; empty when it is not of this card, not under this key or no format 4,
     * without a word or a difference in time about which.
     */
    public Optional<Pin> decode(EncryptedPinBlock block, Pan pan, PinKey key) {
        return decode(block, pan.digits(), key);
    }

    static Optional<Pin> decode(EncryptedPinBlock block, String panDigits, PinKey key) {
        byte[] second = key.decrypt(block.bytes());
        byte[] pinField = key.decrypt(xor(second, panField(panDigits)));
        Optional<Pin> pin = read(pinField);
        Arrays.fill(pinField, (byte) 0);
        return pin;
    }

    /** Control, length, digits, fill to the sixteenth nibble, then eight random bytes. */
    static byte[] pinField(Pin pin, byte[] fill) {
        byte[] field = new byte[EncryptedPinBlock.BYTES];
        byte[] digits = pin.digits();
        putNibble(field, 0, CONTROL);
        putNibble(field, 1, digits.length);
        for (int i = 0; i < PIN_NIBBLES; i++) {
            putNibble(field, 2 + i, i < digits.length ? digits[i] - '0' : FILL);
        }
        System.arraycopy(fill, 0, field, RANDOM_BYTES, RANDOM_BYTES);
        return field;
    }

    /**
     * Builds the field of a card number: how many digits there are beyond twelve, all digits, zeros
     * to the end.
     */
    static byte[] panField(String panDigits) {
        byte[] field = new byte[EncryptedPinBlock.BYTES];
        putNibble(field, 0, panDigits.length() - PAN_SHORTEST);
        for (int i = 0; i < panDigits.length(); i++) {
            putNibble(field, 1 + i, panDigits.charAt(i) - '0');
        }
        return field;
    }

    /** Looks at every nibble whatever the ones before were, and decides once, at the end. */
    private static Optional<Pin> read(byte[] field) {
        int length = nibble(field, 1);
        int wrong = nibble(field, 0) ^ CONTROL;
        wrong |= whenNegative(length - Pin.LENGTH_MIN) | whenNegative(Pin.LENGTH_MAX - length);
        byte[] digits = new byte[PIN_NIBBLES];
        for (int i = 0; i < PIN_NIBBLES; i++) {
            int nibble = nibble(field, 2 + i);
            int inPin = whenNegative(i - length);
            wrong |= inPin & whenNegative(9 - nibble);
            wrong |= ~inPin & (nibble ^ FILL);
            digits[i] = (byte) ('0' + nibble);
        }
        Optional<Pin> pin =
                wrong == 0 ? Optional.of(new Pin(Arrays.copyOf(digits, length))) : Optional.empty();
        Arrays.fill(digits, (byte) 0);
        return pin;
    }

    /** All bits when the number is negative, none otherwise. */
    private static int whenNegative(int number) {
        return number >> 31;
    }

    private static int nibble(byte[] field, int at) {
        return field[at / 2] >> (at % 2 == 0 ? 4 : 0) & 0xF;
    }

    private static void putNibble(byte[] field, int at, int value) {
        field[at / 2] |= (byte) (value << (at % 2 == 0 ? 4 : 0));
    }

    private static byte[] xor(byte[] one, byte[] other) {
        byte[] result = new byte[one.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = (byte) (one[i] ^ other[i]);
        }
        return result;
    }
}
