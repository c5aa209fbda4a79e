package dev.countersign.jobs;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightLeases;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.night.NightStore;
import dev.countersign.reconcile.domain.account.Mode;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Ends what a dead process left running. Who has the lease of a mode knows that nobody runs its
 * nights: whatever says that it is running is dead.
 */
record NightRecovery(
        Jdbi jdbi,
        NightStore nights,
        NightLeases leases,
        JobRepository repository,
        InstantSource clock) {

    static final String DIED =
            "the process died or was cut off; one with the role jobs goes on with it, or 'job restart'";

    private static final int TRIES_MAX = 5;

    /**
     * Ends what is left of a mode's nights; the caller has the lease of that mode. A worker that
     * does not know it yet may say a last word about a partition meanwhile.
     */
    void of(Mode mode) {
        for (int tries = 1; ; tries++) {
            try {
                endLeft(mode);
                return;
            } catch (OptimisticLockingFailureException e) {
                if (tries == TRIES_MAX) {
                    throw e;
                }
            }
        }
    }

    private void endLeft(Mode mode) {
        for (JobExecution execution : leftRunning(mode)) {
            Long id = execution.getJobParameters().getLong(ChunkTasklet.NIGHT);
            boolean complete = id != null && isComplete(id);
            end(execution, complete ? BatchStatus.COMPLETED : BatchStatus.FAILED);
        }
        Night newest = jdbi.withHandle(handle -> nights.newest(handle, mode)).orElse(null);
        if (newest != null && newest.state() == NightState.RUNNING) {
            jdbi.useTransaction(
                    handle -> {
                        leases.require(handle, mode);
                        nights.ended(handle, newest.id(), NightState.FAILED, DIED, clock.instant());
                    });
        }
    }

    private boolean isComplete(long id) {
        return jdbi.withHandle(handle -> nights.find(handle, id))
                .filter(night -> night.state() == NightState.COMPLETED)
                .isPresent();
    }

    /**
     * Finds the executions that were left running. Some say that they run, and some did not get to
     * say how their last commit ended. Others were asked to stop when no process was there to do
     * so: then their steps say that they run. A process that stood still and comes back may say so
     * of an execution that was ended long ago, and that others have gone on with.
     */
    private List<JobExecution> leftRunning(Mode mode) {
        List<JobExecution> left = new ArrayList<>();
        for (JobExecution running : repository.findRunningJobExecutions(NightlyJob.NAME)) {
            if (mode.wire().equals(running.getJobParameters().getString(NightRunner.MODE))) {
                left.add(running);
            }
        }
        Night newest = jdbi.withHandle(handle -> nights.newest(handle, mode)).orElse(null);
        if (newest != null && newest.jobExecutionId() != null) {
            JobExecution last = repository.getJobExecution(newest.jobExecutionId());
            if (last != null) {
                repository.getJobExecutions(last.getJobInstance()).stream()
                        .filter(each -> !each.isRunning() && isUnfinished(each))
                        .forEach(left::add);
            }
        }
        return left;
    }

    private static boolean isUnfinished(JobExecution execution) {
        return execution.getStatus() == BatchStatus.UNKNOWN
                || execution.getStepExecutions().stream().anyMatch(NightRecovery::isUnfinished);
    }

    private static boolean isUnfinished(StepExecution step) {
        return step.getStatus().isRunning() || step.getStatus() == BatchStatus.UNKNOWN;
    }

    private void end(JobExecution execution, BatchStatus status) {
        LocalDateTime now = LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
        ExitStatus exit = new ExitStatus(status.name(), DIED);
        for (StepExecution step : execution.getStepExecutions()) {
            if (isUnfinished(step)) {
                step.setStatus(status);
                step.setExitStatus(exit);
                step.setEndTime(now);
                repository.update(step);
            }
        }
        execution.setStatus(status);
        execution.setExitStatus(exit);
        execution.setEndTime(now);
        repository.update(execution);
    }
}
