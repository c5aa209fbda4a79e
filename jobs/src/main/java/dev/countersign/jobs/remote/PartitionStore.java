package dev.countersign.jobs.remote;

import org.jdbi.v3.core.Handle;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.dao.OptimisticLockingFailureException;

/** The state of partitions that were handed out. */
final class PartitionStore {

    /** The first number of the lock of a partition; the second is its execution. */
    private static final int LOCK = 402_611;

    private PartitionStore() {}

    private static final String OPEN =
            """
            select exists (select
                             from batch_step_execution
                            where step_execution_id = :stepExecution
                              and job_execution_id = :jobExecution
                              and starts_with(step_name, :step || ':')
                              and status in ('STARTING', 'STARTED', 'STOPPING'))
               and exists (select
                             from night_lease
                            where mode = :mode
                              and fence = :fence
                              and held_until > clock_timestamp())
            """;

    /** True while a partition is not at its end, and who handed it out has the lease. */
    static boolean isOpen(Handle handle, PartitionRequest request) {
        return handle.createQuery(OPEN).bindMethods(request).mapTo(Boolean.class).one();
    }

    /**
     * Keeps others from this partition until the end of the transaction. Spring Batch compares the
     * version at the end of a chunk, though not where the night was asked to stop. Nobody waits for
     * the lock, since who writes a version holds a lock of its process meanwhile.
     *
     * @throws OptimisticLockingFailureException when another worker is in a chunk of it, or was
     */
    static void requireAlone(Handle handle, StepExecution partition) {
        boolean alone =
                handle.select(
                                "select pg_try_advisory_xact_lock(?, ?)",
                                LOCK,
                                (int) partition.getId())
                        .mapTo(Boolean.class)
                        .one();
        if (!alone || !isAsKnown(handle, partition)) {
            throw new OptimisticLockingFailureException(
                    "another worker is at partition " + partition.getStepName());
        }
    }

    /** Read by a statement of its own, after the lock was had. */
    private static boolean isAsKnown(Handle handle, StepExecution partition) {
        return handle.select(
                        "select version = ? from batch_step_execution where step_execution_id = ?",
                        partition.getVersion(),
                        partition.getId())
                .mapTo(Boolean.class)
                .one();
    }

    private static final String PROGRESS =
            """
            select count(*) filter (where partition.status = 'STARTING') as waiting,
                   count(*) filter (where partition.status in ('STARTED', 'STOPPING')) as worked_on,
                   bool_or(execution.status in ('STOPPING', 'STOPPED')) as stopping
              from batch_job_execution execution
              left join batch_step_execution partition
                on partition.job_execution_id = execution.job_execution_id
               and starts_with(partition.step_name, :step || ':')
             where execution.job_execution_id = :execution
            """;

    /**
     * The partitions of a step that are not at their end.
     *
     * @param waiting of them, those that no worker has begun
     * @param workedOn of them, those that a worker has begun
     * @param stopping true where the night was asked to stop
     */
    record Progress(long waiting, long workedOn, boolean stopping) {}

    static Progress progress(Handle handle, long execution, String step) {
        return handle.createQuery(PROGRESS)
                .bind("execution", execution)
                .bind("step", step)
                .mapTo(Progress.class)
                .one();
    }
}
