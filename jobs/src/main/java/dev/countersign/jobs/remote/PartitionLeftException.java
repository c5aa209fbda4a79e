package dev.countersign.jobs.remote;

import org.jspecify.annotations.Nullable;

/** A partition that is not done, and that this process leaves: it has to be asked for again. */
public final class PartitionLeftException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PartitionLeftException(String reason) {
        super(reason);
    }

    PartitionLeftException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }
}
