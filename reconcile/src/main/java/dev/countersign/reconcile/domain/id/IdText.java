package dev.countersign.reconcile.domain.id;

import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/**
 * The written form of an identifier: its prefix and 26 characters of Crockford base 32, which sort
 * as the identifiers themselves do.
 */
public final class IdText {

    private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
    private static final byte[] VALUES = new byte[128];
    private static final int LENGTH = 26;

    static {
        Arrays.fill(VALUES, (byte) -1);
        for (int i = 0; i < ALPHABET.length; i++) {
            VALUES[ALPHABET[i]] = (byte) i;
        }
    }

    private IdText() {}

    /** Writes an identifier, such as {@code card_01KZ…}. */
    public static String write(String prefix, UUID id) {
        char[] text = new char[LENGTH];
        long high = id.getMostSignificantBits();
        long low = id.getLeastSignificantBits();
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = ALPHABET[(int) (low & 31)];
            low = (low >>> 5) | (high << 59);
            high >>>= 5;
        }
        return prefix.concat(new String(text));
    }

    /** Reads what {@link #write} wrote; empty for any other text, so that it counts as unknown. */
    public static Optional<UUID> read(String prefix, String text) {
        if (text.length() != prefix.length() + LENGTH || !text.startsWith(prefix)) {
            return Optional.empty();
        }
        long high = 0;
        long low = 0;
        for (int i = prefix.length(); i < text.length(); i++) {
            char character = text.charAt(i);
            int value = character < 128 ? VALUES[character] : -1;
            if (value < 0 || (i == prefix.length() && value > 7)) {
                return Optional.empty();
            }
            high = (high << 5) | (low >>> 59);
            low = (low << 5) | value;
        }
        return Optional.of(new UUID(high, low));
    }
}
