package dev.countersign.reconcile.service.audit;

/** A place for checkpoints cannot be reached; the message is a sentence that says which and why. */
public final class DestinationUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DestinationUnavailableException(String sentence, Throwable cause) {
        super(sentence, cause, false, false);
    }
}
