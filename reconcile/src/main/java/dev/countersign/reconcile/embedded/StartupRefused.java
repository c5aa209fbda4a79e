package dev.countersign.reconcile.embedded;

import java.io.Serial;

/**
 * Something outside the program keeps it from starting, and a person has to act. The message is one
 * complete sentence for that person; a stack trace would only hide it.
 */
public final class StartupRefused extends RuntimeException {

    @Serial private static final long serialVersionUID = 1L;

    public StartupRefused(String sentence) {
        super(sentence);
    }

    public StartupRefused(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    /** The sentence to show. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
