package dev.countersign.reconcile.vault;

import java.util.Arrays;
import java.util.Optional;

/**
 * A PIN of 4 to 12 digits in the clear. It lives as short as its use: whoever has one calls {@link
 * #wipe} when done, and it is never text, which nobody could wipe.
 */
public final class Pin {

    static final int LENGTH_MIN = 4;
    static final int LENGTH_MAX = 12;

    private final byte[] digits;

    /** Takes the ASCII digits as they are; the array is wiped with the PIN. */
    Pin(byte[] digits) {
        this.digits = digits;
    }

    /** Reads a PIN; empty when the characters are anything but 4 to 12 digits. */
    public static Optional<Pin> parse(CharSequence text) {
        if (text.length() < LENGTH_MIN || text.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        byte[] digits = new byte[text.length()];
        for (int i = 0; i < digits.length; i++) {
            char character = text.charAt(i);
            if (character < '0' || character > '9') {
                Arrays.fill(digits, (byte) 0);
                return Optional.empty();
            }
            digits[i] = (byte) character;
        }
        return Optional.of(new Pin(digits));
    }

    /** The ASCII digits themselves, not a copy. */
    byte[] digits() {
        if (digits[0] == 0) {
            throw new IllegalStateException("the PIN is wiped");
        }
        return digits;
    }

    /** Overwrites the digits; the PIN can no longer be used. */
    public void wipe() {
        Arrays.fill(digits, (byte) 0);
    }

    @Override
    public String toString() {
        return "****";
    }
}
