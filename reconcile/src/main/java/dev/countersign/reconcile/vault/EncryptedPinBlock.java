package dev.countersign.reconcile.vault;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A PIN as a device sends it: 16 bytes under the PIN key of the account, written as 32 hexadecimal
 * characters. It may not be kept once it is decided upon, not even so (PCI DSS 3.3.1.3).
 */
public final class EncryptedPinBlock {

    static final int BYTES = 16;

    private static final Pattern TEXT = Pattern.compile("[0-9A-Fa-f]{32}");

    private final byte[] bytes;

    EncryptedPinBlock(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a PIN block has 16 bytes: " + bytes.length);
        }
        this.bytes = bytes.clone();
    }

    /** Reads the written form; empty when it is anything but 32 hexadecimal characters. */
    public static Optional<EncryptedPinBlock> parse(String text) {
        return TEXT.matcher(text).matches()
                ? Optional.of(new EncryptedPinBlock(HexFormat.of().parseHex(text)))
                : Optional.empty();
    }

    byte[] bytes() {
        return bytes.clone();
    }

    /** The written form, as a device would send it. */
    public String hex() {
        return HexFormat.of().withUpperCase().formatHex(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EncryptedPinBlock block && Arrays.equals(block.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "pin block ****";
    }
}
