package dev.countersign.reconcile.vault;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.KeyWrapping;
import dev.countersign.reconcile.vault.key.KeysRefusedException;
import dev.countersign.reconcile.vault.key.WrappedKey;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The PIN keys of the accounts: one random AES-256 key for each account and mode, which rests
 * wrapped. A PIN block is decrypted here and not in a token: with one, what it protects are the
 * keys at rest, not a PIN in the moment of its check.
 */
public final class PinKeys {

    private static final int KEY_BYTES = 32;
    private static final int ID_BYTES = 8;

    private final KeyWrapping wrapping;
    private final SecureRandom random;

    public PinKeys(KeyProvider keys, SecureRandom random) {
        this.wrapping = new KeyWrapping(keys);
        this.random = random;
    }

    /** A new random key, or a new random component of one. */
    public PinKey newPinKey() {
        byte[] bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        PinKey key = new PinKey(bytes);
        Arrays.fill(bytes, (byte) 0);
        return key;
    }

    /** The key of an account and mode as it may be stored. */
    public WrappedKey wrap(AccountId account, Mode mode, PinKey key) {
        return wrap(purpose(account, mode), "pinkey_", key);
    }

    private WrappedKey wrap(String purpose, String prefix, PinKey key) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        byte[] bytes = key.bytes();
        try {
            return wrapping.wrap(purpose, prefix + HexFormat.of().formatHex(id), bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /**
     * The stored key of an account and mode.
     *
     * @throws KeysRefusedException if it is not of this account and mode, or another provider
     *     wrapped it
     */
    public PinKey unwrap(AccountId account, Mode mode, WrappedKey wrapped) {
        return unwrap(purpose(account, mode), wrapped);
    }

    private PinKey unwrap(String purpose, WrappedKey wrapped) {
        byte[] bytes = wrapping.unwrap(purpose, wrapped);
        try {
            return new PinKey(bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /** The same key under the newest key-encryption key, to be stored in place of the old row. */
    public WrappedKey rewrap(AccountId account, Mode mode, WrappedKey wrapped) {
        return wrapping.rewrap(purpose(account, mode), wrapped);
    }

    /** A component of a key as it may be stored until it is shown. */
    public WrappedKey wrapComponent(AccountId account, Mode mode, int number, PinKey component) {
        return wrap(componentPurpose(account, mode, number), "pincomponent_", component);
    }

    public PinKey unwrapComponent(AccountId account, Mode mode, int number, WrappedKey wrapped) {
        return unwrap(componentPurpose(account, mode, number), wrapped);
    }

    /** The same component under the newest key-encryption key. */
    public WrappedKey rewrapComponent(
            AccountId account, Mode mode, int number, WrappedKey wrapped) {
        return wrapping.rewrap(componentPurpose(account, mode, number), wrapped);
    }

    private static String componentPurpose(AccountId account, Mode mode, int number) {
        return "pin-key-component-" + number + "|" + account + "|" + mode.name();
    }

    private static String purpose(AccountId account, Mode mode) {
        return "pin-key|" + account + "|" + mode.name();
    }
}
