package dev.countersign.reconcile.service;

import org.jspecify.annotations.Nullable;

/** An action that is not allowed now, of which nothing was done; the message says why. */
public final class ActionRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ActionRefusedException(String sentence) {
        this(sentence, null);
    }

    /** The same because of a failure, such as that of reading a file. */
    public ActionRefusedException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause, false, false);
    }
}
