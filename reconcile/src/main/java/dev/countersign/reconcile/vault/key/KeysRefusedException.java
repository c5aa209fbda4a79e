package dev.countersign.reconcile.vault.key;

import java.io.Serial;

/**
 * The keys cannot be used as they are, and a person has to act: a wrong password, another file, a
 * token that is not there. The message is one complete sentence for that person, without a secret.
 */
public final class KeysRefusedException extends RuntimeException {

    @Serial private static final long serialVersionUID = 1L;

    public KeysRefusedException(String sentence) {
        super(sentence);
    }

    public KeysRefusedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    /** The sentence to show. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
