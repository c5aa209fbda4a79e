package dev.countersign.facade.rest.error;

/** What a caller waits for did not happen in time; it may still come. */
public final class TooLate extends RuntimeException {

    private static final long serialVersionUID = 1;

    public TooLate() {
        super("it did not happen in time");
    }
}
