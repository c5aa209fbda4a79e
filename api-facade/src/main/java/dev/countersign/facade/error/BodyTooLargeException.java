package dev.countersign.facade.error;

/** A request whose body is larger than 1 MB. */
public final class BodyTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BodyTooLargeException() {
        super("the body is too large", null, false, false);
    }
}
