package dev.countersign.jobs.remote;

import dev.countersign.jobs.night.ChunkPermit;
import dev.countersign.jobs.night.ChunkSessions;
import dev.countersign.jobs.night.NightBusyException;
import dev.countersign.reconcile.domain.account.Mode;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.springframework.batch.core.scope.context.StepSynchronizationManager;
import org.springframework.batch.core.step.StepExecution;

/** The right of a worker: that of who handed the partition out, while he has the lease. */
public final class PartitionPermit implements ChunkPermit {

    /** The name under which a partition remembers the number of the lease of who handed it out. */
    static final String FENCE = "fence";

    /** A worker that ends leaves before its next chunk: see {@link PartitionTasklet}. */
    @Override
    public boolean isEnding() {
        return false;
    }

    @Override
    public void require(Handle handle, Mode mode) {
        StepExecution partition =
                Objects.requireNonNull(StepSynchronizationManager.getContext()).getStepExecution();
        long fence = partition.getExecutionContext().getLong(FENCE);
        if (!ChunkSessions.begin(
                handle, mode, fence, ChunkSessions.name(mode, fence, partition.getId()))) {
            throw new NightBusyException(
                    "The lease %s of mode %s is no more, and nothing is done any more that was handed out under it."
                            .formatted(fence, mode.wire()));
        }
        PartitionStore.requireAlone(handle, partition);
    }
}
