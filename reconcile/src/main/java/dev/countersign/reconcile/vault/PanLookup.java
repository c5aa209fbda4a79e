package dev.countersign.reconcile.vault;

import java.util.regex.Pattern;

/**
 * The lookup value of a card number: a keyed hash of all its digits. It says nothing of the digits
 * to a reader who lacks the key (PCI DSS 3.5.1.1). It is 64 hexadecimal characters, the same for
 * the same number.
 */
public record PanLookup(String hex) {

    private static final Pattern TEXT = Pattern.compile("[0-9a-f]{64}");

    public PanLookup {
        if (!TEXT.matcher(hex).matches()) {
            throw new IllegalArgumentException("a lookup hash is 64 hexadecimal characters");
        }
    }

    @Override
    public String toString() {
        return hex;
    }
}
