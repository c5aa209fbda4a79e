package dev.countersign.reconcile.service;

/** Work on a difference that is not allowed now; the message is a sentence that says why. */
public final class BreakRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BreakRefused(String sentence) {
        super(sentence, null, false, false);
    }
}
