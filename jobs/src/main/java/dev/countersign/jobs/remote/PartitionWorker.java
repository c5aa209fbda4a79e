package dev.countersign.jobs.remote;

import dev.countersign.jobs.night.ChunkSessions;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.StepLocator;
import org.springframework.batch.integration.partition.StepExecutionRequest;
import org.springframework.batch.integration.partition.StepExecutionRequestHandler;

/**
 * Works on partitions that another process hands out, under its lease. A request may come twice,
 * late, or while another worker still is at it: each chunk is written with the version of the
 * partition, so that one of two is undone.
 */
public final class PartitionWorker {

    private static final Logger log = LoggerFactory.getLogger(PartitionWorker.class);

    private final Jdbi jdbi;
    private final JobRepository repository;
    private final Map<String, Step> steps;
    private final String name;

    /**
     * A worker.
     *
     * @param repository what Spring Batch keeps
     * @param steps what is done in a partition, by the step that was shared out
     * @param name of this process, for people
     */
    public PartitionWorker(
            Jdbi jdbi, JobRepository repository, Map<String, Step> steps, String name) {
        this.jdbi = jdbi;
        this.repository = repository;
        this.steps = Map.copyOf(steps);
        this.name = name;
    }

    /**
     * Works on a partition to its end. A request of a lease that is no more does nothing, nor does
     * one for what is done.
     *
     * @throws PartitionReleasedException when it is not at its end, and the request is to come
     *     again
     */
    public void work(PartitionRequest request) {
        if (!isOpen(request)) {
            log.debug("not to be done any more: {}", request);
            return;
        }
        StepExecutionRequestHandler handler = new StepExecutionRequestHandler();
        handler.setJobRepository(repository);
        handler.setStepLocator(new HandedOutStep(request));
        StepExecution partition =
                handler.handle(new StepExecutionRequest(request.step(), request.stepExecution()));
        if (isOpen(request)) {
            throw left(partition);
        }
    }

    private boolean isOpen(PartitionRequest request) {
        return jdbi.withHandle(handle -> PartitionStore.isOpen(handle, request));
    }

    private static PartitionReleasedException left(StepExecution partition) {
        Throwable reason =
                ReleasedPartitions.reason(partition)
                        .orElse(partition.getFailureExceptions().stream().findFirst().orElse(null));
        return new PartitionReleasedException(
                "the partition %s is left: %s".formatted(partition.getStepName(), reason), reason);
    }

    /** The step of a request, which goes by what the database says of the partition by then. */
    private final class HandedOutStep implements StepLocator, Step {

        private final PartitionRequest request;

        private HandedOutStep(PartitionRequest request) {
            this.request = request;
        }

        @Override
        public Step getStep(String step) {
            return this;
        }

        @Override
        public String getName() {
            return request.step();
        }

        @Override
        public void execute(StepExecution partition) throws JobInterruptedException {
            Step step = steps.get(request.step());
            if (step == null) {
                throw new IllegalStateException("no step " + request.step() + " is shared out");
            }
            if (!partition.getStatus().isRunning()) {
                return;
            }
            if (partition.getStatus() != BatchStatus.STARTING) {
                endEarlierWorker();
            }
            partition.getExecutionContext().putLong(PartitionPermit.FENCE, request.fence());
            partition.setExitStatus(partition.getExitStatus().addExitDescription("by " + name));
            step.execute(partition);
        }

        private void endEarlierWorker() {
            int ended =
                    jdbi.withHandle(
                            handle ->
                                    ChunkSessions.end(
                                            handle,
                                            ChunkSessions.name(
                                                    request.mode(),
                                                    request.fence(),
                                                    request.stepExecution())));
            log.info(
                    "a partition of {} goes on here: sessions of another worker={}",
                    request.step(),
                    ended);
        }
    }
}
