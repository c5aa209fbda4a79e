package dev.countersign.reconcile.vault;

import dev.countersign.reconcile.domain.id.CardId;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import javax.crypto.SecretKey;

/**
 * Card numbers as the database keeps them: AES-256-GCM under a data key, bound to their card, and a
 * keyed hash to find them by. Data keys rest wrapped; to rotate, store a {@link #newDataKey}, then
 * {@link #reseal} row by row while both are read, and drop the old key when no row names it: a
 * foreign key holds that, since another process may seal with the old one until it looks again.
 */
public final class PanVault {

    private final KeyProvider keys;
    private final AesGcm aes;
    private final DataKeys dataKeys;

    /**
     * @param stored reads the data keys that are stored, oldest first; asked at first use and when
     *     a card number names a key not yet seen
     */
    public PanVault(KeyProvider keys, SecureRandom random, Supplier<List<WrappedKey>> stored) {
        this.keys = keys;
        this.aes = new AesGcm(null, random);
        this.dataKeys = new DataKeys(keys, random, stored);
    }

    /** A new random data key, which seals from when it is stored and {@link #refresh} is called. */
    public WrappedKey newDataKey() {
        return dataKeys.make();
    }

    /** A stored data key under the newest key-encryption key, to take the place of its row. */
    public WrappedKey rewrap(WrappedKey dataKey) {
        return dataKeys.rewrap(dataKey);
    }

    /** Reads the stored data keys again. */
    public void refresh() {
        dataKeys.refresh();
    }

    /** The number of a card as it may be stored; it opens for that card alone. */
    public SealedPan seal(CardId card, Pan pan) {
        String keyId = dataKeys.newestId();
        byte[] digits = pan.bytes();
        try {
            return new SealedPan(
                    keyId, aes.seal(dataKeys.key(keyId), digits, context(card, keyId)));
        } finally {
            Arrays.fill(digits, (byte) 0);
        }
    }

    /**
     * The number of a card.
     *
     * @throws SealBroken if its row was changed or belongs to another card
     * @throws KeysRefused if its data key is not stored
     */
    public Pan open(CardId card, SealedPan sealed) {
        SecretKey key = dataKeys.key(sealed.keyId());
        byte[] digits =
                aes.open(key, sealed.bytes(), context(card, sealed.keyId()))
                        .orElseThrow(() -> new SealBroken(card, sealed.keyId()));
        try {
            return Pan.parse(new String(digits, StandardCharsets.US_ASCII)).orElseThrow();
        } finally {
            Arrays.fill(digits, (byte) 0);
        }
    }

    /** The same number under the newest data key; as it is when that is the one already. */
    public SealedPan reseal(CardId card, SealedPan sealed) {
        return sealed.keyId().equals(dataKeys.newestId()) ? sealed : seal(card, open(card, sealed));
    }

    /** What a card number is found by. Its key has no successor, so the answer never changes. */
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
