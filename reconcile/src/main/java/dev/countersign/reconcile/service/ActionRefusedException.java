package dev.countersign.reconcile.service;

/** An action that is not allowed now; the message says why. */
public final class ActionRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ActionRefusedException(String sentence) {
        super(sentence, null, false, false);
    }
}
