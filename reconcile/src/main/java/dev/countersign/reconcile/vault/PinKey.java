package dev.countersign.reconcile.vault;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * The AES key of 128, 192 or 256 bits that an account's devices encrypt PINs with. The account must
 * get it once: as components, each a random key that {@link #xor} joins, to custodians of its own,
 * who compare the {@link #checkValue}. It is shown by no interface after that.
 */
public final class PinKey {

    private static final int CHECK_BYTES = 3;
    private static final int CMAC_POLYNOMIAL = 0x87;

    private final byte[] bytes;

    /** Of 16, 24 or 32 bytes. */
    PinKey(byte[] bytes) {
        if (!isLength(bytes.length)) {
            throw new IllegalArgumentException("a PIN key has 16, 24 or 32 bytes: " + bytes.length);
        }
        this.bytes = bytes.clone();
    }

    /** Reads a key or a component; empty when the text is no 16, 24 or 32 bytes in hexadecimal. */
    public static Optional<PinKey> parse(String hex) {
        try {
            byte[] bytes = HexFormat.of().parseHex(hex);
            return isLength(bytes.length) ? Optional.of(new PinKey(bytes)) : Optional.empty();
        } catch (IllegalArgumentException notHexadecimal) {
            return Optional.empty();
        }
    }

    private static boolean isLength(int bytes) {
        return bytes == 16 || bytes == 24 || bytes == 32;
    }

    /** Joins two components to a key, or takes one component from a key to get the other. */
    public PinKey xor(PinKey component) {
        if (component.bytes.length != bytes.length) {
            throw new IllegalArgumentException("components of a key are as long as the key");
        }
        byte[] joined = bytes.clone();
        for (int i = 0; i < joined.length; i++) {
            joined[i] ^= component.bytes[i];
        }
        return new PinKey(joined);
    }

    /** Six characters that tell keys apart and say nothing of them: AES-CMAC of 16 zero bytes. */
    public String checkValue() {
        byte[] subkey = doubled(encrypt(new byte[EncryptedPinBlock.BYTES]));
        return HexFormat.of().withUpperCase().formatHex(encrypt(subkey), 0, CHECK_BYTES);
    }

    /** The block times x in GF(2^128): the first subkey of CMAC (NIST SP 800-38B, 6.1). */
    private static byte[] doubled(byte[] block) {
        byte[] result = new byte[block.length];
        for (int i = 0; i < block.length; i++) {
            int carried = i + 1 < block.length ? (block[i + 1] & 0x80) >>> 7 : 0;
            result[i] = (byte) (block[i] << 1 | carried);
        }
        int overflow = (block[0] & 0x80) >>> 7;
        result[block.length - 1] ^= (byte) (-overflow & CMAC_POLYNOMIAL);
        return result;
    }

    /** The key in the clear, for the one time it is handed over. */
    public String hex() {
        return HexFormat.of().withUpperCase().formatHex(bytes);
    }

    /** The bytes, for the caller to wipe. */
    byte[] bytes() {
        return bytes.clone();
    }

    byte[] encrypt(byte[] block) {
        return apply(Cipher.ENCRYPT_MODE, block);
    }

    byte[] decrypt(byte[] block) {
        return apply(Cipher.DECRYPT_MODE, block);
    }

    /** ISO 9564-1 format 4 is made of single blocks: there is nothing to chain. */
    @SuppressWarnings("InsecureCryptoUsage")
    private byte[] apply(int mode, byte[] block) {
        try {
            Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
            cipher.init(mode, new SecretKeySpec(bytes, "AES"));
            return cipher.doFinal(block);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES", e);
        }
    }

    @Override
    public String toString() {
        return "PIN key " + checkValue();
    }
}
