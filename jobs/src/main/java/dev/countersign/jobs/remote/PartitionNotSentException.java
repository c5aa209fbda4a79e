package dev.countersign.jobs.remote;

/** No way to the workers: the night waits until there is one. */
public final class PartitionNotSentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PartitionNotSentException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
