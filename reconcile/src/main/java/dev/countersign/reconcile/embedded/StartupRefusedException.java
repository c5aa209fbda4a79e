package dev.countersign.reconcile.embedded;

import java.io.Serial;

/**
 * Something outside the program keeps it from starting, and a person has to act. The message is one
 * complete sentence for that person; a stack trace would only hide it.
 */
public final class StartupRefusedException extends RuntimeException {

    @Serial private static final long serialVersionUID = 1L;

    public StartupRefusedException(String sentence) {
        super(sentence);
    }

    public StartupRefusedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    /** The sentence to show. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
