package dev.countersign.reconcile.vault;

import dev.countersign.reconcile.vault.key.KeyName;
import dev.countersign.reconcile.vault.key.KeyUse;

/**
 * The value that a card's PIN is checked against, and the key that made it. The PIN cannot be had
 * from it without that key. It holds for one card number of one card.
 */
public final class PinReference {

    static final int BYTES = 32;

    private final KeyName madeBy;
    private final byte[] bytes;

    public PinReference(KeyName madeBy, byte[] bytes) {
        if (madeBy.use() != KeyUse.PIN_VERIFICATION || bytes.length != BYTES) {
            throw new IllegalArgumentException("no value to check a PIN against");
        }
        this.madeBy = madeBy;
        this.bytes = bytes.clone();
    }

    public KeyName madeBy() {
        return madeBy;
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public String toString() {
        return "PIN reference made by " + madeBy;
    }
}
