package dev.countersign.reconcile.vault;

import java.util.Arrays;

/**
 * A card number as it rests in the database: nonce, ciphertext and tag, and which data key opens
 * them.
 */
public final class SealedPan {

    private final String keyId;
    private final byte[] bytes;

    public SealedPan(String keyId, byte[] bytes) {
        this.keyId = keyId;
        this.bytes = bytes.clone();
    }

    public String keyId() {
        return keyId;
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SealedPan pan
                && pan.keyId.equals(keyId)
                && Arrays.equals(pan.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return 31 * keyId.hashCode() + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "card number under " + keyId;
    }
}
