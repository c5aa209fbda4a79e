package dev.countersign.facade.error;

/** Thrown when what a caller waits for did not happen in time. It may still come. */
public final class SandboxTimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public SandboxTimeoutException() {
        super("it did not happen in time");
    }
}
