package dev.countersign.reconcile.store;

/**
 * The stream did not let go in time: nothing was changed, and the same may be tried again. Its
 * cause has SQLSTATE 55P03.
 */
public final class StreamBusy extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StreamBusy(Throwable cause) {
        super("the stream is busy", cause);
    }
}
