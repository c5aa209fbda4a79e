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
        StepExecution partition = partition();
        long fence = fence(partition);
        if (!ChunkSessions.begin(
                handle, mode, fence, ChunkSessions.name(mode, fence, partition.getId()))) {
            throw lost(mode, fence);
        }
        PartitionStore.requireAlone(handle, partition);
    }

    /** The session of a chunk is ended before another worker takes the partition over. */
    @Override
    public void requireStill(Handle handle, Mode mode) {
        long fence = fence(partition());
        if (!ChunkSessions.isOf(handle, mode, fence)) {
            throw lost(mode, fence);
        }
    }

    private static StepExecution partition() {
        return Objects.requireNonNull(StepSynchronizationManager.getContext()).getStepExecution();
    }

    private static long fence(StepExecution partition) {
        return partition.getExecutionContext().getLong(FENCE);
    }

    private static NightBusyException lost(Mode mode, long fence) {
        return new NightBusyException(
                "The lease %s of mode %s is no more, and nothing is done any more that was handed out under it."
                        .formatted(fence, mode.wire()));
    }
}
