package dev.countersign.jobs.remote;

import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.core.NestedExceptionUtils;

/** A partition that failed, with the reason in one line, which its worker keeps in the database. */
public final class PartitionFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final Pattern REASON =
            Pattern.compile(Pattern.quote(PartitionFailedException.class.getName()) + ": (.*)");

    private PartitionFailedException(String reason) {
        super(reason);
    }

    private PartitionFailedException(String reason, Throwable cause) {
        super(reason, cause);
    }

    /** The failure of a chunk, for the worker to keep. */
    static PartitionFailedException of(
            RuntimeException failure, Function<Throwable, String> reasons) {
        String reason = reasons.apply(NestedExceptionUtils.getMostSpecificCause(failure));
        return new PartitionFailedException(reason.lines().findFirst().orElse(reason), failure);
    }

    /** The same failure, as the worker kept it. */
    static PartitionFailedException ofPartition(StepExecution partition) {
        String description = partition.getExitStatus().getExitDescription();
        Matcher reason = REASON.matcher(description);
        return new PartitionFailedException(
                reason.find()
                        ? reason.group(1)
                        : "partition " + partition.getStepName() + " failed: " + description);
    }
}
