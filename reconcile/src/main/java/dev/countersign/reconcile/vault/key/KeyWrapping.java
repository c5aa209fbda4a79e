package dev.countersign.reconcile.vault.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Wraps keys for one purpose. The context names the purpose, the key and what wraps it, so that no
 * row can stand in for another; the work is done where the key-encryption key is.
 */
public final class KeyWrapping {

    private final KeyProvider keys;

    public KeyWrapping(KeyProvider keys) {
        this.keys = keys;
    }

    public WrappedKey wrap(String purpose, String id, byte[] key) {
        KeyName kek = keys.newest(KeyUse.KEY_ENCRYPTION);
        return new WrappedKey(id, kek, keys.encrypt(kek, key, context(purpose, id, kek)));
    }

    /** The key in the clear, for the caller to wipe. */
    public byte[] unwrap(String purpose, WrappedKey wrapped) {
        KeyName kek = wrapped.wrappedBy();
        return keys.decrypt(kek, wrapped.bytes(), context(purpose, wrapped.id(), kek))
                .orElseThrow(
                        () ->
                                new KeysRefusedException(
                                        ("The key %s does not unwrap with %s of %s: the keys are"
                                                        + " not those of this database, or its row was"
                                                        + " changed.")
                                                .formatted(wrapped.id(), kek, keys)));
    }

    /** The same key under the newest key-encryption key. */
    public WrappedKey rewrap(String purpose, WrappedKey wrapped) {
        byte[] key = unwrap(purpose, wrapped);
        try {
            return wrap(purpose, wrapped.id(), key);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    private static byte[] context(String purpose, String id, KeyName kek) {
        return (purpose + "|" + id + "|" + kek).getBytes(StandardCharsets.UTF_8);
    }
}
