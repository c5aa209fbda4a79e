package dev.countersign.reconcile.service.operations;

/** Work on a difference that is not allowed now; the message is a sentence that says why. */
public final class BreakRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BreakRefusedException(String sentence) {
        super(sentence, null, false, false);
    }
}
