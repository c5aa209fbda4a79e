package dev.countersign.reconcile.vault.key;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The data keys, unwrapped once and then held in memory. */
public final class DataKeys {

    private static final String PURPOSE = "data-key";
    private static final int KEY_BYTES = 32;
    private static final int ID_BYTES = 8;

    private final KeyWrapping wrapping;
    private final SecureRandom random;
    private volatile Map<String, SecretKey> held = Map.of();

    public DataKeys(KeyProvider keys, SecureRandom random) {
        this.wrapping = new KeyWrapping(keys);
        this.random = random;
    }

    public WrappedKey make() {
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

    public WrappedKey rewrap(WrappedKey wrapped) {
        return wrapping.rewrap(PURPOSE, wrapped);
    }

    public boolean holds(String id) {
        return held.containsKey(id);
    }

    public SecretKey key(String id) {
        SecretKey key = held.get(id);
        if (key == null) {
            throw new KeysRefusedException("There is no data key " + id + " in the database.");
        }
        return key;
    }

    /** Holds these and no others. */
    public synchronized void take(List<WrappedKey> stored) {
        Map<String, SecretKey> keys = new HashMap<>();
        for (WrappedKey wrapped : stored) {
            SecretKey known = held.get(wrapped.id());
            keys.put(wrapped.id(), known == null ? unwrap(wrapped) : known);
        }
        held = Map.copyOf(keys);
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
