package dev.countersign.reconcile.vault;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The data keys, unwrapped once and then held in memory. Another process may store a new one, so
 * that an identifier not held is looked for once more among the stored.
 */
final class DataKeys {

    private static final String PURPOSE = "data-key";
    private static final int KEY_BYTES = 32;
    private static final int ID_BYTES = 8;

    private final KeyWrapping wrapping;
    private final SecureRandom random;
    private final Supplier<List<WrappedKey>> stored;
    private volatile Held held = new Held("", Map.of());

    private record Held(String newestId, Map<String, SecretKey> keys) {}

    DataKeys(KeyProvider keys, SecureRandom random, Supplier<List<WrappedKey>> stored) {
        this.wrapping = new KeyWrapping(keys);
        this.random = random;
        this.stored = stored;
    }

    WrappedKey make() {
        byte[] id = new byte[ID_BYTES];
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(id);
        random.nextBytes(key);
        try {
            return wrapping.wrap(PURPOSE, "datakey_" + HexFormat.of().formatHex(id), key);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    WrappedKey rewrap(WrappedKey wrapped) {
        return wrapping.rewrap(PURPOSE, wrapped);
    }

    /** The one that was stored last. */
    String newestId() {
        if (held.keys().isEmpty()) {
            refresh();
        }
        if (held.keys().isEmpty()) {
            throw new KeysRefused("There is no data key in the database yet.");
        }
        return held.newestId();
    }

    SecretKey key(String id) {
        SecretKey key = held.keys().get(id);
        if (key == null) {
            refresh();
            key = held.keys().get(id);
        }
        if (key == null) {
            throw new KeysRefused("There is no data key " + id + " in the database.");
        }
        return key;
    }

    synchronized void refresh() {
        Map<String, SecretKey> known = held.keys();
        Map<String, SecretKey> keys = new HashMap<>();
        String newestId = "";
        for (WrappedKey wrapped : stored.get()) {
            newestId = wrapped.id();
            SecretKey key = known.get(newestId);
            keys.put(newestId, key == null ? unwrap(wrapped) : key);
        }
        held = new Held(newestId, Map.copyOf(keys));
    }

    private SecretKey unwrap(WrappedKey wrapped) {
        byte[] key = wrapping.unwrap(PURPOSE, wrapped);
        try {
            return new SecretKeySpec(key, "AES");
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }
}
