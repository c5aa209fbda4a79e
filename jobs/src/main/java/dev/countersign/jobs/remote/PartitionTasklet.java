package dev.countersign.jobs.remote;

import dev.countersign.jobs.night.NightLeases;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * Does the chunks of a partition for its worker. A process that ends leaves it before the next one;
 * a failure is kept in one line for who runs the night.
 *
 * @param reasons says what an operator should know of the root cause of a failure
 */
public record PartitionTasklet(
        Tasklet chunks, NightLeases leases, Function<Throwable, String> reasons)
        implements Tasklet {

    @Override
    public @Nullable RepeatStatus execute(StepContribution contribution, ChunkContext context)
            throws Exception {
        if (leases.isEnding()) {
            throw new PartitionReleasedException("this process ends");
        }
        try {
            return chunks.execute(contribution, context);
        } catch (RuntimeException e) {
            throw PartitionFailedException.of(e, reasons);
        }
    }
}
