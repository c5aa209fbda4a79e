package dev.countersign.reconcile.domain;

/**
 * The stream did not let go in time: nothing was changed, and the same may be tried again. Its
 * cause has SQLSTATE 55P03.
 */
public final class FeedBusyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public FeedBusyException(Throwable cause) {
        super("the stream is busy", cause);
    }
}
