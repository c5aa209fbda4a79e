package dev.countersign.jobs.fx;

/** A file of rates that cannot be taken over; nothing of it is. */
public final class RatesRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RatesRefusedException(String message) {
        super(message);
    }

    RatesRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
