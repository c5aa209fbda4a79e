package dev.countersign.reconcile.vault;

import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.vault.key.KeyName;
import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.KeyUse;
import java.nio.charset.StandardCharsets;

/**
 * Masks card numbers in references by letters that a keyed hash of them gives (PCI DSS 3.5.1.1):
 * the same for the same number in every process that has the vault, and nothing of it to whoever
 * lacks the key. No digit of the number is left, since a hash and some digits together say more
 * than either does.
 */
public final class KeyedReferenceMask implements ReferenceMask {

    private static final String CONTEXT = "countersign.reference:";
    private static final char MASK = '*';
    private static final int LETTERS = 26;

    private final KeyProvider keys;

    public KeyedReferenceMask(KeyProvider keys) {
        this.keys = keys;
    }

    @Override
    public String tokenOf(String number) {
        byte[] mac =
                keys.mac(
                        KeyName.first(KeyUse.PAN_LOOKUP),
                        (CONTEXT + number).getBytes(StandardCharsets.UTF_8));
        StringBuilder token = new StringBuilder().append(MASK);
        int length = Math.min(number.codePointCount(0, number.length()), mac.length);
        for (int i = 1; i < length; i++) {
            token.append((char) ('a' + Byte.toUnsignedInt(mac[i]) % LETTERS));
        }
        return token.toString();
    }
}
