package dev.countersign.jobs.remote;

import dev.countersign.jobs.night.NightLeases;
import dev.countersign.reconcile.domain.account.Mode;
import java.util.Arrays;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.partition.PartitionHandler;
import org.springframework.batch.core.partition.StepExecutionAggregator;
import org.springframework.batch.core.partition.support.DefaultStepExecutionAggregator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.scope.context.StepSynchronizationManager;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.integration.partition.MessageChannelPartitionHandler;
import org.springframework.batch.integration.partition.StepExecutionRequest;
import org.springframework.integration.core.MessagingTemplate;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;

/** Hands the partitions of a step out, and waits until the database says that they are done. */
public record RemotePartitions(
        Jdbi jdbi, JobRepository repository, NightLeases leases, PartitionSender sender) {

    private static final long POLL_MS = 100;

    /** Hands out the partitions of a step. */
    public PartitionHandler of(String step) {
        MessageChannel requests =
                (message, timeout) -> {
                    sender.send(request(step, message));
                    return true;
                };
        MessageChannelPartitionHandler handler = new MessageChannelPartitionHandler();
        handler.setStepName(step);
        handler.setMessagingOperations(new MessagingTemplate(requests));
        handler.setJobRepository(new PartitionView(jdbi, repository, leases, step));
        handler.setPollInterval(POLL_MS);
        try {
            handler.afterPropertiesSet();
        } catch (Exception e) {
            throw new IllegalStateException("partitions cannot be handed out", e);
        }
        return handler;
    }

    private PartitionRequest request(String step, Message<?> message) {
        StepExecutionRequest request = (StepExecutionRequest) message.getPayload();
        StepExecution shared = shared();
        Mode mode = mode(shared);
        return new PartitionRequest(
                mode,
                leases.fence(mode),
                step,
                shared.getJobExecutionId(),
                request.getStepExecutionId());
    }

    /** The step that is shared out on this thread. */
    static StepExecution shared() {
        return Objects.requireNonNull(StepSynchronizationManager.getContext()).getStepExecution();
    }

    static Mode mode(StepExecution step) {
        String wire = step.getJobParameters().getString("mode");
        return Arrays.stream(Mode.values())
                .filter(mode -> mode.wire().equals(wire))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the job has no mode"));
    }

    /** Sums what the partitions did, and fails for the reason that one of them failed for. */
    public static StepExecutionAggregator sums() {
        StepExecutionAggregator sums = new DefaultStepExecutionAggregator();
        return (shared, partitions) -> {
            sums.aggregate(shared, partitions);
            partitions.stream()
                    .filter(partition -> partition.getStatus() == BatchStatus.FAILED)
                    .findFirst()
                    .ifPresent(
                            failed -> {
                                throw PartitionFailedException.ofPartition(failed);
                            });
        };
    }
}
