package dev.countersign.reconcile.vault.key;

import dev.countersign.reconcile.vault.Seeds;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Keys in memory, random or given, for tests of what is made with them. */
public final class FixedKeys extends HeldKeys {

    private final Map<KeyName, SecretKey> keys = new HashMap<>();
    private final SecureRandom random;

    private FixedKeys(SecureRandom random) {
        super(null, random);
        this.random = random;
    }

    /** One key for each use. */
    public static FixedKeys random(SecureRandom random) {
        FixedKeys fixed = new FixedKeys(random);
        for (KeyUse use : KeyUse.values()) {
            fixed.put(KeyName.first(use), Seeds.bytes(random, 32));
        }
        return fixed;
    }

    /** Takes a known key in place of a random one. */
    public FixedKeys with(KeyName name, byte[] key) {
        put(name, key);
        return this;
    }

    private void put(KeyName name, byte[] key) {
        keys.put(name, new SecretKeySpec(key, name.use().kind().algorithm()));
        if (keys.size() >= KeyUse.values().length) {
            refresh();
        }
    }

    @Override
    String place() {
        return "the keys of the test";
    }

    @Override
    Map<KeyName, SecretKey> read() {
        return keys;
    }

    @Override
    KeyName makeNext(KeyUse use) {
        KeyName next = next(read().keySet(), use);
        put(next, Seeds.bytes(random, 32));
        return next;
    }
}
