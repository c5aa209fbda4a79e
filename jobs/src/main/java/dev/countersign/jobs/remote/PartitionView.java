package dev.countersign.jobs.remote;

import dev.countersign.jobs.night.NightLeases;
import dev.countersign.reconcile.domain.account.Mode;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;

/**
 * The partitions of a step as who waits for them sees them, asked for with one small query until
 * all are done. Where this process ends, or the night was asked to stop and nobody works on the
 * rest, those that are left are stopped; where the lease was lost, waiting fails.
 */
record PartitionView(Jdbi jdbi, JobRepository repository, NightLeases leases, String step)
        implements JobRepository {

    @Override
    public @Nullable JobExecution getJobExecution(long id) {
        StepExecution shared = RemotePartitions.shared();
        Mode mode = RemotePartitions.mode(shared);
        long unusedFence = leases.fence(mode);
        PartitionStore.Progress progress =
                jdbi.withHandle(handle -> PartitionStore.progress(handle, id, step));
        boolean left = leases.isEnding() || (progress.stopping() && progress.workedOn() == 0);
        if (!left && progress.waiting() + progress.workedOn() > 0) {
            return shared.getJobExecution(); // where all still wait
        }
        JobExecution execution = repository.getJobExecution(id);
        if (execution != null) {
            execution.getStepExecutions().stream()
                    .filter(partition -> partition.getStepName().startsWith(step + ":"))
                    .filter(partition -> partition.getStatus().isRunning())
                    .forEach(partition -> partition.setStatus(BatchStatus.STOPPED));
        }
        return execution;
    }

    @Override
    public JobInstance createJobInstance(String jobName, JobParameters jobParameters) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void update(JobExecution execution) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void updateExecutionContext(JobExecution execution) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void update(StepExecution execution) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void updateExecutionContext(StepExecution execution) {
        throw new UnsupportedOperationException();
    }
}
