package dev.countersign.reconcile.vault.key;

import java.util.Optional;

/**
 * Names one key of a provider, such as {@code kek-2}. The name is kept beside all that the key
 * made, so that a newer key leaves the older readable.
 */
public record KeyName(KeyUse use, int version) {

    private static final String LABEL = "countersign-";

    public KeyName {
        if (version < 1) {
            throw new IllegalArgumentException("versions of a key begin with 1: " + version);
        }
    }

    public static KeyName first(KeyUse use) {
        return new KeyName(use, 1);
    }

    KeyName next() {
        return new KeyName(use, Math.addExact(version, 1));
    }

    /** Returns the name of the key in a file or token that others may share. */
    String label() {
        return LABEL + this;
    }

    /** The name of a key of ours; empty for the label of any other. */
    static Optional<KeyName> ofLabel(String label) {
        return label.startsWith(LABEL) ? parse(label.substring(LABEL.length())) : Optional.empty();
    }

    /** Reads the written form; empty when the text names no key of ours. */
    public static Optional<KeyName> parse(String text) {
        int dash = text.lastIndexOf('-');
        if (dash < 0 || !text.substring(dash + 1).matches("[1-9][0-9]{0,8}")) {
            return Optional.empty();
        }
        for (KeyUse use : KeyUse.values()) {
            if (use.text().contentEquals(text.subSequence(0, dash))) {
                return Optional.of(new KeyName(use, Integer.parseInt(text.substring(dash + 1))));
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return use.text() + "-" + version;
    }
}
