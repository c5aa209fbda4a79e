package dev.countersign.reconcile.vault.key;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * Common part of the key file and the token: handles of keys by name, and the work done with them.
 * Another process may add a key. A name that is not held is therefore sought once more where the
 * keys are.
 */
abstract class HeldKeys implements KeyProvider {

    static final int KEY_BITS = 256;

    private final @Nullable Provider provider;
    private final AesGcm aes;
    private volatile Map<KeyName, SecretKey> held = Map.of();

    HeldKeys(@Nullable Provider provider, SecureRandom random) {
        this.provider = provider;
        this.aes = new AesGcm(provider, random);
    }

    /** Returns where the keys are, as part of a sentence: "the key file keys.p12". */
    abstract String place();

    /** All keys that are there now. */
    abstract Map<KeyName, SecretKey> read();

    /** Makes the successor of the newest key of a use, where the keys are. */
    abstract KeyName makeNext(KeyUse use);

    /**
     * Takes the keys that are there, all uses among them. Only the audit trail's may be missing, in
     * a file or token of before there was one: it is made by what seals the first entry, which
     * knows that none is sealed yet.
     */
    final void refresh() {
        Map<KeyName, SecretKey> found = read();
        for (KeyUse use : KeyUse.values()) {
            if (use != KeyUse.AUDIT_TRAIL && newest(found.keySet(), use).isEmpty()) {
                throw missing(KeyName.first(use));
            }
        }
        held = Map.copyOf(found);
    }

    static Optional<KeyName> newest(Set<KeyName> names, KeyUse use) {
        return names.stream()
                .filter(name -> name.use() == use)
                .max(Comparator.comparingInt(KeyName::version));
    }

    /** The name of the successor of the newest key, or of the first one. */
    static KeyName next(Set<KeyName> names, KeyUse use) {
        return newest(names, use).map(KeyName::next).orElseGet(() -> KeyName.first(use));
    }

    @Override
    public final KeyName newest(KeyUse use) {
        return newest(held.keySet(), use).orElseThrow(() -> missing(KeyName.first(use)));
    }

    @Override
    public final KeyName add(KeyUse use) {
        if (use == KeyUse.PAN_LOOKUP) {
            throw new IllegalArgumentException("the lookup key has no successor");
        }
        KeyName made = makeNext(use);
        refresh();
        return made;
    }

    @Override
    public final byte[] encrypt(KeyName key, byte[] plaintext, byte[] context) {
        return aes.seal(key(key, KeyUse.Kind.AES), plaintext, context);
    }

    @Override
    public final Optional<byte[]> decrypt(KeyName key, byte[] encrypted, byte[] context) {
        return aes.open(key(key, KeyUse.Kind.AES), encrypted, context);
    }

    @Override
    public final byte[] mac(KeyName key, byte[] message) {
        String algorithm = KeyUse.Kind.HMAC.algorithm();
        try {
            Mac mac =
                    provider == null
                            ? Mac.getInstance(algorithm)
                            : Mac.getInstance(algorithm, provider);
            mac.init(key(key, KeyUse.Kind.HMAC));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HMAC-SHA256 does not work", e);
        }
    }

    final SecretKey key(KeyName name, KeyUse.Kind kind) {
        if (name.use().kind() != kind) {
            throw new IllegalArgumentException(name + " is no key for " + kind);
        }
        SecretKey key = held.get(name);
        if (key == null) {
            refresh();
            key = held.get(name);
        }
        if (key == null) {
            throw missing(name);
        }
        return key;
    }

    private KeysRefusedException missing(KeyName name) {
        return new KeysRefusedException("There is no key %s in %s.".formatted(name, place()));
    }

    @Override
    public final String toString() {
        return place();
    }
}
