package dev.countersign.jobs.remote;

import org.jspecify.annotations.Nullable;

/** A partition that is not done, and that this process leaves: it has to be asked for again. */
public final class PartitionReleasedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PartitionReleasedException(String reason) {
        super(reason);
    }

    PartitionReleasedException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }
}
