package dev.countersign.reconcile.vault.key;

import java.util.Arrays;

/**
 * A key as it rests in the database: encrypted under a key-encryption key. The identifier is its
 * own, and goes beside whatever the key encrypts.
 */
public final class WrappedKey {

    private final String id;
    private final KeyName wrappedBy;
    private final byte[] bytes;

    public WrappedKey(String id, KeyName wrappedBy, byte[] bytes) {
        this.id = id;
        this.wrappedBy = wrappedBy;
        this.bytes = bytes.clone();
    }

    public String id() {
        return id;
    }

    public KeyName wrappedBy() {
        return wrappedBy;
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WrappedKey key
                && key.id.equals(id)
                && key.wrappedBy.equals(wrappedBy)
                && Arrays.equals(key.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return 31 * id.hashCode() + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return id + " wrapped by " + wrappedBy;
    }
}
