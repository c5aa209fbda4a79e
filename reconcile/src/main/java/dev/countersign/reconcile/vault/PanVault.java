package dev.countersign.reconcile.vault;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.vault.key.AesGcm;
import dev.countersign.reconcile.vault.key.DataKeys;
import dev.countersign.reconcile.vault.key.KeyName;
import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.KeyUse;
import dev.countersign.reconcile.vault.key.KeysRefusedException;
import dev.countersign.reconcile.vault.key.WrappedKey;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.SecretKey;

/**
 * Card numbers as the database keeps them: AES-256-GCM under a data key, bound to their card, and a
 * keyed hash to find them by. Data keys rest wrapped; to rotate, store a {@link #newDataKey}, then
 * seal row by row with it while both are read, and drop the old key when no row names it.
 */
public final class PanVault {

    private final KeyProvider keys;
    private final AesGcm aes;
    private final DataKeys dataKeys;

    public PanVault(KeyProvider keys, SecureRandom random) {
        this.keys = keys;
        this.aes = new AesGcm(null, random);
        this.dataKeys = new DataKeys(keys, random);
    }

    /** A new random data key, to be stored and {@linkplain #take taken}. */
    public WrappedKey newDataKey() {
        return dataKeys.make();
    }

    /** A stored data key under the newest key-encryption key, to take the place of its row. */
    public WrappedKey rewrap(WrappedKey dataKey) {
        return dataKeys.rewrap(dataKey);
    }

    /** True when this data key was taken; another process may have stored one that was not. */
    public boolean holds(String dataKey) {
        return dataKeys.holds(dataKey);
    }

    /**
     * Takes the data keys that are stored, all of them.
     *
     * @throws KeysRefusedException if one of them was wrapped by another provider
     */
    public void take(List<WrappedKey> stored) {
        dataKeys.take(stored);
    }

    /** The number of a card as it may be stored, under a data key; it opens for that card alone. */
    public SealedPan seal(String dataKey, CardId card, Pan pan) {
        byte[] digits = pan.bytes();
        try {
            return new SealedPan(
                    dataKey, aes.seal(dataKeys.key(dataKey), digits, context(card, dataKey)));
        } finally {
            Arrays.fill(digits, (byte) 0);
        }
    }

    /**
     * The number of a card.
     *
     * @throws SealBrokenException if its row was changed or belongs to another card
     * @throws KeysRefusedException if its data key was not taken
     */
    public Pan open(CardId card, SealedPan sealed) {
        SecretKey key = dataKeys.key(sealed.keyId());
        byte[] digits =
                aes.open(key, sealed.bytes(), context(card, sealed.keyId()))
                        .orElseThrow(() -> new SealBrokenException(card, sealed.keyId()));
        try {
            return Pan.parse(new String(digits, StandardCharsets.US_ASCII)).orElseThrow();
        } finally {
            Arrays.fill(digits, (byte) 0);
        }
    }

    /**
     * Returns the lookup value of a card number. Its key has no successor, so the answer never
     * changes.
     */
    public PanLookup lookup(Pan pan) {
        byte[] digits = pan.bytes();
        try {
            byte[] hash = keys.mac(KeyName.first(KeyUse.PAN_LOOKUP), digits);
            return new PanLookup(HexFormat.of().formatHex(hash));
        } finally {
            Arrays.fill(digits, (byte) 0);
        }
    }

    private static byte[] context(CardId card, String keyId) {
        return (card + "|pan|" + keyId).getBytes(StandardCharsets.US_ASCII);
    }
}
